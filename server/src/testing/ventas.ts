// Sales at the counter, as its screen sends them.
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import type { Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { sql } from 'drizzle-orm'
import { theRow } from '../base/db/row.ts'
import { productos } from '../base/db/schema/productos.ts'
import { createCodigo } from '../fidelidad/codigos/service.ts'
import { newOperador } from './mostrador.ts'
import { makePdf } from './pdf.ts'
import { type Shop, testShop } from './shop.ts'

const B = '/api/mostrador'
const HOUR = 3600_000
let keys = 0

export const cash = (importe: number, recibido?: number) => [{ medio: 'efectivo', importe, recibido }]

/** Pays all that is owed of an order in notes, with change. */
export const chargeInCash = (
  shop: Pick<Shop, 'post'>,
  pedido_id: string,
  headers: Record<string, string>,
  more: object = {},
) =>
  shop.post(
    `${B}/ventas`,
    { lineas: [{ pedido_id }], pagos: cash(1_000_000), sucursal: 'Alberdi', ...more },
    headers,
  )

type CodigoChange = Partial<Parameters<typeof createCodigo>[1]>

/** A coupon of 10 % that ends in an hour, or what `change` makes of it. */
export const makeCodigo = ({ db, deps }: Pick<Shop, 'db' | 'deps'>, change: CodigoChange = {}) =>
  createCodigo(db, {
    tipo: 'cupon',
    porcentaje: 10,
    producto_nombre: 'Cupón',
    email: null,
    creado: deps.now(),
    vence: new Date(deps.now().getTime() + HOUR),
    ...change,
  })

/** A shop with a clerk of Alberdi. Each call has a new key, unless `headers` has one. */
export async function aCounter() {
  const shop = await testShop()
  const clerk = await newOperador(shop, 1)
  /** A draft of one file: $ 320 with its four pages, not bound. */
  const draft = async (pages = 4, options: Partial<Opciones> = {}) =>
    (await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages }), ...options }])).pedido_id
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    shop.post(`${B}/${path}`, body, { ...clerk.headers, 'idempotency-key': `clave-${++keys}`, ...headers })
  const sell = async (body: object, headers?: Record<string, string>) => {
    const answer = await post('ventas', body, headers)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return answer.json<VentaAnswer>()
  }
  const refused = async (body: object, path = 'ventas', headers?: Record<string, string>) => {
    const answer = await post(path, body, headers)
    return { status: answer.statusCode, codigo: answer.headers['x-codigo'], body: answer.json() }
  }
  const code = (change?: CodigoChange) => makeCodigo(shop, change)
  const money = async () => {
    const { rows } = await shop.db.execute<Record<string, number>>(sql`
      select (select coalesce(sum(importe), 0) from pagos)::int as pagos,
        (select coalesce(sum(importe), 0) from movimientos_caja where tipo = 'cobro')::int as caja,
        (select count(*) from pedidos where estado <> 'borrador')::int as pedidos`)
    return rows[0]
  }
  const product = async (nombre: string, importe: number | null) => {
    return theRow(await shop.db.insert(productos).values({ nombre, importe }).returning()).id
  }
  return { shop, clerk, draft, post, sell, refused, code, money, product }
}
