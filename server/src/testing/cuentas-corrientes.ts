// A counter with cuentas corrientes: the owner, a clerk of Alberdi, and their calls.
import type { CuentaCorriente } from '@imprimitodo/shared/api/cuentas-corrientes'
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { eq, sql } from 'drizzle-orm'
import { operadores } from '../base/db/schema/mostrador.ts'
import type { Deps } from '../base/runtime/deps.ts'
import { confirmAs, enterAs, newOperador } from './mostrador.ts'
import { type Shop, testShop } from './shop.ts'

const B = '/api/mostrador'
const CC = `${B}/cuentas-corrientes`
/** With a valid check digit. */
export const CUIT = '30500010912'

let keys = 0
type Headers = Record<string, string>

/** A new manager of a branch, or of all of them, in a confirmed session. */
export async function newEncargado(shop: Shop, sucursal_id: number | null) {
  const made = await newOperador(shop, sucursal_id)
  await shop.db.update(operadores).set({ rol: 'encargado' }).where(eq(operadores.id, made.id))
  await confirmAs(shop, made.headers, made.who.password)
  return made
}

export async function aCounterWithCuentas(change: Partial<Deps> = {}) {
  const shop = await testShop(change)
  const owner = await enterAs(shop)
  await confirmAs(shop, owner)
  const clerk = await newOperador(shop, 1)

  const open = (body: object = {}, headers: Headers = owner) =>
    shop.post(
      CC,
      {
        nombre: `Escuela ${++keys}`,
        documento: CUIT,
        condicion_iva: 'CF',
        direccion: 'Belgrano 12',
        email: null,
        limite: 10_000,
        sucursal: null,
        autorizado: 'Ana Ruiz',
        dni: '30111222',
        ...body,
      },
      headers,
    )
  const opened = async (body: object = {}): Promise<CuentaCorriente> => {
    const answer = await open(body)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  const look = async (id: number, mes?: string, headers: Headers = owner): Promise<CuentaCorriente> =>
    (await shop.get(`${CC}/${id}${mes ? `?mes=${mes}` : ''}`, headers)).json()
  const change_ = (id: number, payload: object, headers: Headers = owner) =>
    shop.app.inject({ method: 'PATCH', url: `${CC}/${id}`, payload, headers })
  /** Sells one service at that price, all of it on account unless `pagos` say otherwise. */
  const sell = (
    cuenta: CuentaCorriente,
    importe: number,
    { pagos, headers = clerk.headers, key = `venta-${++keys}`, ...body }: Sell = {},
  ) =>
    shop.post(
      `${B}/ventas`,
      {
        lineas: [{ texto: 'Fotocopias', importe }],
        sucursal: 'Alberdi',
        pagos: pagos ?? [onAccount(cuenta, importe)],
        ...body,
      },
      { ...headers, 'idempotency-key': key },
    )
  const sold = async (cuenta: CuentaCorriente, importe: number, more: Sell = {}): Promise<VentaAnswer> => {
    const answer = await sell(cuenta, importe, more)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json()
  }
  const pay = (id: number, body: object, { headers = clerk.headers, key = `pago-${++keys}` }: Call = {}) =>
    shop.post(`${CC}/${id}/pagos`, { medio: 'efectivo', ...body }, { ...headers, 'idempotency-key': key })
  /** All rows that a refused call must not have changed. */
  const facts = async () => {
    const { rows } = await shop.db.execute<Record<string, number>>(sql`
      select (select count(*) from pedidos where estado <> 'borrador')::int as pedidos,
        (select count(*) from pagos)::int as pagos, (select count(*) from movimientos_caja)::int as caja,
        (select count(*) from movimientos_cuenta_corriente)::int as movimientos,
        (select coalesce(sum(saldo), 0) from cuentas_corrientes)::float8 as saldo`)
    return rows[0]
  }
  return { shop, owner, clerk, open, opened, look, change: change_, sell, sold, pay, facts }
}
type Call = { headers?: Headers; key?: string }
type Sell = Call & { pagos?: object[]; [field: string]: unknown }

/** A payment on account, for the first autorizado. */
export const onAccount = ({ id, autorizados: [first] }: CuentaCorriente, importe: number) => ({
  medio: 'cuenta',
  importe,
  cuenta_corriente: { id, autorizado_id: first?.id ?? 0 },
})
