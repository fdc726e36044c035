// A sale typed as an amount, which gives points to an account, up to the owner's limits.
import { toCentavos } from '@imprimitodo/shared/rules/base/dinero'
import type { MedioCaja } from '@imprimitodo/shared/rules/dinero/caja'
import { puntosFor } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type ClienteRow, findConfirmado, holdCliente } from '../../cuentas/auth/service.ts'
import { insertPuntos, puntosDeVenta, saldoOf } from '../../fidelidad/puntos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import type { Limite } from '../../mostrador/acceso/service.ts'
import { noteInCaja } from '../caja/service.ts'
import { huellaOf, OTRA_VENTA } from './huella.ts'
import { needVentaDentro } from './limite.ts'
import { findVenta, insertVenta, updateVenta } from './store.ts'

/** `recortados`: points above the owner's limits, which the sale did not give. */
export type Sold = { puntos: number; recortados: number; saldo: number }

/** The person who typed it, and the branch that they work for; null: all of them. */
type OperadorEnSucursal = Quien & { sucursal_id: number | null }

/**
 * Once for each `key` of one person; without a key each call is a sale. `importe` in pesos; `medio` null: not
 * said.
 * @throws 403 {detail, autorizar: true} above `limite`, 404 no active account has that e-mail and confirmed
 * it, 409 the key belongs to another sale
 */
export function sellTyped(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  operador: OperadorEnSucursal,
  {
    email,
    importe,
    medio,
    limite,
  }: { email: string; importe: number; medio: MedioCaja | null; limite: Limite },
  key: string | null,
): Promise<Sold> {
  const centavos = toCentavos(importe)
  needVentaDentro(limite, centavos)
  const clave = key && `${operador.id}:${key}`
  const huella = huellaOf({ email: email.toLowerCase(), centavos, medio })
  return db.transaction(async (tx) => {
    const cliente = await findConfirmado(tx, email.toLowerCase())
    // Sales of one customer run one after the other, so that together they do not pass the day's limit
    if (!cliente || !(await holdCliente(tx, cliente.id)))
      throw notFound('Ninguna cuenta tiene confirmado ese e-mail.')
    const cuando = now()
    const all = puntosFor(centavos, (await readAjustes(tx)).puntos_por_peso)
    const given = await puntosDeVenta(tx, { cliente_id: cliente.id, puntos: all, cuando })
    const venta = { ...given, cliente_id: cliente.id, clave, huella, importe: centavos, cuando }
    const { sucursal_id } = operador
    const id = await insertVenta(tx, { ...venta, operador_id: operador.id, sucursal_id })
    if (id !== null) {
      const { autoriza } = limite
      await write(tx, operador, cliente, { ...given, id, importe, cuando, autoriza })
      if (centavos > 0) await noteMoney(tx, operador, { id, medio, importe: centavos, cuando })
      return { ...given, saldo: await saldoOf(tx, cliente.id) }
    }
    const before = clave ? await findVenta(tx, clave) : undefined
    // Sales from before hashes were stored have none
    const isSame =
      before?.cliente_id === cliente.id && before.importe === centavos && (before.huella ?? huella) === huella
    if (!before || before.de_pedidos || !isSame) throw refuse(409, OTRA_VENTA)
    const { puntos, recortados } = before
    return { puntos, recortados, saldo: await saldoOf(tx, cliente.id) }
  })
}

/** Writes the money into the till. The sale belongs to the branch in whose drawer it is. */
async function noteMoney(
  tx: Tx,
  { id: operador_id, nombre: quien, sucursal_id }: OperadorEnSucursal,
  { id: venta_id, ...money }: { id: number; medio: MedioCaja | null; importe: number; cuando: Date },
): Promise<void> {
  const clave = `venta:${venta_id}`
  const own = { ...money, tipo: 'venta' as const, venta_id, clave, sucursal_id, operador_id, quien }
  const noted = await noteInCaja(tx, own)
  if (noted !== sucursal_id) await updateVenta(tx, venta_id, { sucursal_id: noted })
}

/** Writes into the customer's ledger and into Cambios. */
async function write(
  tx: Tx,
  operador: Quien,
  { id: cliente_id, nombre }: ClienteRow,
  venta: Omit<Sold, 'saldo'> & { id: number; importe: number; cuando: Date; autoriza: string | null },
): Promise<void> {
  const { id, importe, puntos, recortados, cuando, autoriza } = venta
  const line = { cliente_id, puntos, cuando, clave: `venta:${id}`, quien: operador.nombre }
  if (puntos > 0)
    await insertPuntos(tx, { ...line, tipo: 'venta', tipeados: puntos, motivo: 'Compra en el mostrador' })
  await noteCambio(tx, operador, cuando, {
    que: 'venta',
    clave: id,
    nombre,
    despues: { importe, puntos, recortados: recortados || null, ...(autoriza && { autoriza }) },
  })
}
