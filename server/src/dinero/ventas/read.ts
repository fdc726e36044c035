// Looks up what a sale names: its orders, lines, customer, codes and branch. Locks and changes nothing.
import type { VentaDeLineas } from '@imprimitodo/shared/api/ventas'
import { storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { digitsOf, SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { toCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import type { LineaOtra } from '@imprimitodo/shared/rules/dinero/venta'
import { type AsksCorreo, CODIGOS } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import { findPedidos, type Pedido, pedidosOfVenta } from '../../compra/pedidos/service.ts'
import {
  type ClienteRow,
  findCliente,
  findConfirmado,
  findPorDato,
  isConfirmado,
} from '../../cuentas/auth/service.ts'
import {
  type CodigoRow,
  detailAtCounter,
  estadoAtCounter,
  lookCodigo,
} from '../../fidelidad/codigos/service.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import { findSucursal, needLlamada, needPropia } from '../../gestion/sucursales/service.ts'
import { preciosDeVenta } from '../../vidriera/productos/service.ts'
import type { CodigoDeVenta } from './allot.ts'
import { findVentaPorId, type VentaRow } from './store.ts'

/** The seller; `alcance`: the one branch that they work for, null all. */
export type OperadorDeVenta = Quien & { alcance: number | null }

/** The ids of the orders that its lines name, in their order and each once. */
export const idsOf = ({ lineas }: Pick<VentaDeLineas, 'lineas'>): string[] => [
  ...new Set(lineas.flatMap((linea) => (linea.clase === 'pedido_id' ? linea.pedido_id : []))),
]

/** In the order of `ids`. @throws 404 unknown, or of another branch */
export async function needPedidos(
  db: Queryable,
  ids: string[],
  { alcance }: OperadorDeVenta,
): Promise<Pedido[]> {
  const found = new Map((await findPedidos(db, ids)).map((pedido) => [pedido.id, pedido]))
  return ids.map((id) => {
    const pedido = found.get(id)
    // A draft has no branch yet
    const isElsewhere = alcance !== null && pedido?.estado !== 'borrador' && pedido?.sucursal_id !== alcance
    if (!pedido || isElsewhere) throw notFound('Ese pedido no existe.')
    return pedido
  })
}

/**
 * A sale of lines, and the ids of its orders, in its order.
 * @throws 404; 409 it was typed as an amount, or an order is in a branch that the person does not work for
 */
export async function needVenta(
  db: Queryable,
  id: number,
  { alcance }: OperadorDeVenta,
): Promise<{ venta: VentaRow; ids: string[] }> {
  const venta = await findVentaPorId(db, id)
  if (!venta) throw notFound('Esa venta no existe.')
  if (!venta.de_pedidos)
    throw refuse(
      409,
      `La venta ${id} se cargó por su importe: acá no se cobra ni se devuelve. Si devolvés la plata, anotala como retiro de caja; los puntos los corrige el dueño.`,
    )
  const ids = await pedidosOfVenta(db, id)
  const away = (await findPedidos(db, ids)).find((one) => alcance !== null && one.sucursal_id !== alcance)
  if (!away) return { venta, ids }
  const sucursal = await findSucursal(db, away.sucursal_id ?? 0)
  throw refuse(
    409,
    `Un pedido de esta venta está ahora en ${sucursal?.nombre ?? 'otra sucursal'}: cobrá y devolvé desde cada pedido.`,
  )
}

/** Products at today's price, and services. @throws 400 {lineas: [..]} */
export async function otrosOf(
  db: Queryable,
  { lineas }: Pick<VentaDeLineas, 'lineas'>,
  now: Date,
): Promise<LineaOtra[]> {
  const ids = lineas.flatMap((linea) => (linea.clase === 'producto_id' ? linea.producto_id : []))
  const precios = await preciosDeVenta(db, ids, dayOf(now))
  return lineas.flatMap((linea): LineaOtra[] => {
    if (linea.clase === 'pedido_id') return []
    const { cantidad } = linea
    if (linea.clase === 'texto')
      return [{ producto_id: null, texto: linea.texto, cantidad, centavos: toCentavos(linea.importe) }]
    const producto = precios.get(linea.producto_id)
    if (!producto) throw refuseField('lineas', 'Ese producto ya no está en la vidriera.')
    if (producto.importe === null)
      throw refuseField('lineas', `«${producto.nombre}» no tiene precio: cargalo como importe libre.`)
    return [{ producto_id: linea.producto_id, texto: producto.nombre, cantidad, centavos: producto.importe }]
  })
}

/**
 * The branch of the sale: the named one, else the person's, else that of its orders, else the first. @throws
 * 400, 403
 */
export async function sucursalOf(
  { tienda }: Pick<Deps, 'tienda'>,
  { sucursal: nombre }: Pick<VentaDeLineas, 'sucursal'>,
  pedidos: Pedido[],
  { alcance }: OperadorDeVenta,
): Promise<Sucursal> {
  const shop = await tienda.read()
  const named = nombre ? needLlamada(shop, nombre) : undefined
  if (named) needPropia(alcance, named.id, 'vender en')
  const id = alcance ?? pedidos.find(({ sucursal_id }) => sucursal_id !== null)?.sucursal_id
  const found = named ?? shop.sucursales.find((one) => one.id === id) ?? shop.sucursales[0]
  if (!found) throw refuseField('sucursal', 'Esa sucursal no existe.')
  return found
}

/** The customer of a sale: the account that it names, and the contact for an order that has none yet. */
export type Comprador = {
  cuenta: ClienteRow | null
  email: string | undefined
  celular: string | undefined
  nombre: string | undefined
}

/** @throws 400 {cliente: [..]} */
export async function compradorOf(
  db: Queryable,
  { cliente, nombre }: Pick<VentaDeLineas, 'cliente' | 'nombre'>,
): Promise<Comprador> {
  return {
    cuenta: (await cuentaOf(db, cliente ?? {})) ?? null,
    email: cliente?.email || undefined,
    celular: cliente?.celular || undefined,
    nombre: nombre || undefined,
  }
}

type Datos = NonNullable<VentaDeLineas['cliente']>

async function cuentaOf(db: Queryable, { id, email, celular, dni }: Datos): Promise<ClienteRow | undefined> {
  if (id) {
    const found = await findCliente(db, id)
    if (!found?.activado || !isConfirmado(found)) throw refuseField('cliente', 'Esa cuenta ya no está.')
    return found
  }
  if (email) return findConfirmado(db, email.toLowerCase())
  if (!dni && !celular) return undefined
  const dato = dni ? { dni: digitsOf(dni) } : { celular: storedCelular(celular ?? '') }
  const [found, other] = await findPorDato(db, dato)
  if (!found && dni) throw refuseField('cliente', 'Ninguna cuenta tiene ese DNI.')
  if (other) throw refuseField('cliente', 'Hay más de una cuenta con ese dato: buscala por su e-mail.')
  return found
}

/** A sale's orders, and the mailbox that it names; null: none. */
type De = { pedidos: Pedido[]; correo: string | null }

/**
 * The codes of a sale: not used, not ended, held by no other order, and owned by the customer. A code that an
 * order of the sale holds stays with it; a wheel's code discounts an order of its mailbox, unless the sale
 * names a customer.
 */
export async function codigosDe(
  db: Queryable,
  typed: readonly string[],
  de: De & { now: Date },
): Promise<CodigoDeVenta[]> {
  const found: CodigoDeVenta[] = []
  for (const text of typed) {
    const look = await lookCodigo(db, text)
    if (!look) throw refuseField('codigos', `El código ${text} no existe.`, 'codigo_desconocido')
    const { codigo } = look
    if (found.some((one) => one.codigo.id === codigo.id))
      throw refuseField('codigos', `El código ${codigo.codigo} ya está en la venta.`)
    found.push({ codigo, solo: await soloOf(db, look, de) })
  }
  return found
}

/** Which orders the code may discount; null: any. @throws 400, 409 the code cannot be used */
async function soloOf(
  db: Queryable,
  { codigo, email }: { codigo: CodigoRow; email: string | null },
  de: De & { now: Date },
): Promise<string[] | null> {
  const own = codigo.usado ? undefined : de.pedidos.find(({ id }) => id === codigo.pedido_id)
  if (own) return [own.id]
  const estado = estadoAtCounter(codigo, de.now)
  if (estado !== 'disponible') throw await takenRefusal(db, codigo, estado)
  const { asksCorreo } = CODIGOS[codigo.tipo]
  return asksCorreo && delCorreo(asksCorreo, email, de)
}

const RECHAZO = { usado: 'codigo_usado', vencido: 'codigo_vencido', ocupado: 'codigo_reservado' } as const

/** Why a code is refused, with the order or person that has or used it. */
export async function takenRefusal(
  db: Queryable,
  codigo: CodigoRow,
  estado: keyof typeof RECHAZO,
): Promise<ReturnType<typeof refuse>> {
  const [pedido] = codigo.pedido_id ? await findPedidos(db, [codigo.pedido_id]) : []
  const detail = detailAtCounter(codigo, estado, pedido?.numero ?? null) ?? ''
  return estado === 'vencido'
    ? refuseField('codigos', detail, RECHAZO.vencido)
    : refuse(409, detail, RECHAZO[estado])
}

/** The orders of the mailbox that the code belongs to; null: all, since the sale names that mailbox. */
function delCorreo(
  { source, verb }: AsksCorreo,
  owner: string | null,
  { pedidos, correo }: De,
): string[] | null {
  const isOwner = (said: string) => normaliseCorreo(said) === normaliseCorreo(owner ?? '')
  const said = correo === null ? pedidos.flatMap((pedido) => correoOf(pedido) ?? []) : [correo]
  if (said.length === 0)
    throw refuseField('codigos', `Ese código es de ${source}: poné el e-mail con el que ${verb}.`)
  if (!said.some(isOwner)) throw refuseField('codigos', 'Ese código se ganó con otro correo.', 'codigo_ajeno')
  if (correo !== null) return null
  return pedidos.filter((pedido) => isOwner(correoOf(pedido) ?? '')).map(({ id }) => id)
}

/** The order's e-mail; null: it has none. */
export const correoOf = ({ email }: Pick<Pedido, 'email'>): string | null =>
  email && email !== SIN_EMAIL ? email : null

/**
 * Points of an order go to the customer who ordered it: a sale may not name another one. Drafts, and orders
 * without e-mail and account, become the named customer's.
 * @throws 400 {cliente: [..]}
 */
export function needSuyos(pedidos: readonly Pedido[], { cuenta, email }: Comprador): void {
  const correo = email ?? cuenta?.email
  if (correo === undefined) return
  for (const pedido of pedidos) {
    const own = correoOf(pedido)
    const isTheirs =
      cuenta !== null && pedido.cliente_id !== null
        ? pedido.cliente_id === cuenta.id
        : own === null || normaliseCorreo(own) === normaliseCorreo(correo)
    if (pedido.estado !== 'borrador' && !isTheirs)
      throw refuseField(
        'cliente',
        `El pedido ${pedido.numero} es de otro cliente: cobralo aparte, sin poner de quién es.`,
      )
  }
}
