// A sale of lines: its orders are priced, confirmed, paid and put to work in one transaction.
import { randomBytes, randomUUID } from 'node:crypto'
import type { VentaAnswer, VentaDeLineas } from '@imprimitodo/shared/api/ventas'
import { storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { SIN_CELULAR } from '@imprimitodo/shared/rules/base/contacto'
import { pesosInText, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { Refusal, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import {
  confirmAtCounter,
  type ExamenDeps,
  endLink,
  insertPedido,
  lockBeneficios,
  lockPedidos,
  type MoveDeps,
  type Pedido,
  updatePedido,
  upsertVentaPedidos,
  waitForExamen,
} from '../../compra/pedidos/service.ts'
import { findCliente } from '../../cuentas/auth/service.ts'
import {
  type CodigoRow,
  estadoAtCounter,
  holdAtCounter,
  lookCodigo,
  useAtCounter,
} from '../../fidelidad/codigos/service.ts'
import { saldoOf } from '../../fidelidad/puntos/service.ts'
import { type Limite, needWithin } from '../../mostrador/acceso/service.ts'
import { noteInCaja, type PorCaja } from '../caja/service.ts'
import { needCobrable, needEnlazable, type PagoEnCaja, payAtCaja } from '../pagos/service.ts'
import { huellaOf, OTRA_VENTA } from './huella.ts'
import { countVenta, needVentaDentro } from './limite.ts'
import type { Preciado } from './precio.ts'
import { chargeAmong, estadoOf, importesDe, type Preparada, prepareVenta, sumOf } from './prepare.ts'
import {
  type Comprador,
  correoOf,
  idsOf,
  needPedidos,
  type OperadorDeVenta,
  sucursalOf,
  takenRefusal,
} from './read.ts'
import { findVenta, insertVenta, updateVenta, type VentaRow } from './store.ts'

type Limites = Record<'venta' | 'descuento', Limite>

/** `link`: the order whose rest the customer pays by the provider's link; null where nothing waits for it. */
export type Vendida = { answer: VentaAnswer; link: string | null }

/**
 * Once for each `key` of one person; without a key each call is a sale. All or nothing: a code that is gone,
 * an order that was paid meanwhile or a payment that does not fit leave everything as it was.
 * @throws 400 by field; 403 above `limites`, or of another branch; 404; 409
 */
export async function sellVenta(
  deps: MoveDeps & ExamenDeps & Pick<Deps, 'payments'>,
  quien: OperadorDeVenta,
  venta: VentaDeLineas,
  { key, limites }: { key: string | null; limites: Limites },
): Promise<Vendida> {
  const drafts = (await needPedidos(deps.db, idsOf(venta), quien)).filter(
    ({ estado }) => estado === 'borrador',
  )
  for (const { id } of drafts) await waitForExamen(deps, id)
  const clave = key && `${quien.id}:${key}`
  return deps.db.transaction(async (tx) => {
    const claimed = await claim(tx, { clave, quien, venta, cuando: deps.now() })
    if (typeof claimed === 'object') return claimed
    const vendida = await sellLocked(tx, deps, quien, venta, { venta_id: claimed, limites })
    // The account is read again at each repeat, since it may be deleted meanwhile
    const answer = { ...vendida.answer, cliente: null }
    await updateVenta(tx, claimed, { respuesta: { ...vendida, answer } })
    return vendida
  })
}

/**
 * The id of a new sale, or the answer of the sale made with this key before. @throws 409 that had other data
 */
async function claim(
  tx: Tx,
  {
    clave,
    quien,
    venta,
    cuando,
  }: { clave: string | null; quien: OperadorDeVenta; venta: VentaDeLineas; cuando: Date },
): Promise<number | Vendida> {
  // A second try of the same sale adds the approver: the hash leaves them out, and the total that the clerk
  // saw
  const { autoriza: _, total: __, ...asked } = venta
  const huella = huellaOf(asked)
  const own = { cliente_id: null, operador_id: quien.id, importe: 0, puntos: 0, cuando }
  const id = await insertVenta(tx, { ...own, clave, huella, de_pedidos: true })
  if (id !== null) return id
  const before = await findVenta(tx, clave ?? '')
  // sellVenta wrote it in this form
  const made = (before?.respuesta ?? null) as Vendida | null
  if (!made) throw refuse(409, OTRA_VENTA)
  if (before?.huella !== huella) throw refuse(409, yaCargada(made.answer))
  return { ...made, answer: { ...made.answer, cliente: await clienteOf(tx, before) } }
}

/** The sale's account, with the points that it can spend now. */
export async function clienteOf(tx: Queryable, { cliente_id }: VentaRow): Promise<VentaAnswer['cliente']> {
  const cuenta = cliente_id === null ? undefined : await findCliente(tx, cliente_id)
  return cuenta ? { nombre: cuenta.nombre, puntos: await saldoOf(tx, cuenta.id) } : null
}

/** For a key whose answer was lost and which is now sent with other data: the money may have been taken. */
function yaCargada({ pedidos }: VentaAnswer): string {
  const cual = `${pedidos.length === 1 ? 'el pedido' : 'los pedidos'} ${pedidos.map(({ numero }) => numero).join(' y ')}`
  return `Esa venta ya se cargó con otros datos: es ${cual}. Fijate ahí qué se cobró. Para otra venta, volvé a abrir esta pantalla.`
}

/** The sale as reckoned once all rows are locked. */
type Plan = Preparada & { quien: OperadorDeVenta; sucursal: Sucursal; venta_id: number; espera: boolean }

/** Locks all rows that the sale changes, and sells. */
async function sellLocked(
  tx: Tx,
  deps: MoveDeps & Pick<Deps, 'payments' | 'tienda'>,
  quien: OperadorDeVenta,
  venta: VentaDeLineas,
  { venta_id, limites }: { venta_id: number; limites: Limites },
): Promise<Vendida> {
  const pedidos = await lockAll(tx, idsOf(venta), quien)
  // Before its codes: a colleague who charged it meanwhile spent those too
  for (const pedido of pedidos) if (pedido.estado !== 'borrador') await needCobrable(tx, pedido)
  const preparada = await prepareVenta(tx, deps, venta, pedidos)
  const { preciados } = preparada
  const total = sumOf(preciados, ({ importe_final }) => importe_final)
  needTotal(total, venta.total)
  const sucursal = await sucursalOf(deps, venta, pedidos, quien)
  const { cuenta } = preparada.comprador
  await lockCuentasAndCodigos(tx, pedidos, preparada)
  const mano = sumOf(preciados, (one) => one.mano)
  needWithin(limites.descuento, mano, (tope) => `descontar hasta ${pesosInText(toPesos(tope))} por venta`)
  needVentaDentro(limites.venta, total)
  const { partes, vuelto, linkIndex } = chargeAmong(
    preciados.map(({ debe }) => debe),
    venta.pagos,
  )
  const plan = { ...preparada, quien, sucursal, venta_id, espera: linkIndex !== null }
  const abiertos = await conPedido(tx, deps, preciados)
  await holdCodigos(tx, abiertos, preparada.codigos, deps.now())
  const confirmados: Pedido[] = []
  for (const one of abiertos) confirmados.push(await confirmPedido(tx, deps, one, plan))
  const waiting = linkIndex === null ? undefined : confirmados[linkIndex]
  if (waiting) await needEnlazable(deps, waiting)
  const ids = confirmados.map(({ id }) => id)
  await upsertVentaPedidos(tx, venta_id, ids)
  await updateVenta(tx, venta_id, {
    importe: total,
    sucursal_id: sucursal.id,
    cliente_id: cuenta?.id ?? null,
  })
  const movimientos: PorCaja[] = []
  for (const [index, pedido] of confirmados.entries())
    movimientos.push(...(await payParte(tx, deps, pedido, partes[index] ?? [], plan)))
  for (const premio of preparada.premios) await spendPremio(tx, premio, quien.nombre, deps.now())
  await countVenta(tx, quien, deps.now(), {
    venta_id,
    pedidos: confirmados,
    centavos: total,
    mano,
    motivo: venta.descuento?.motivo,
    autoriza: limites.venta.autoriza,
  })
  // The shift is locked last, so that its closing never waits for this transaction's other locks
  for (const movimiento of movimientos) await noteInCaja(tx, movimiento)
  const answer = {
    ...importesDe(preparada),
    ...(await estadoOf(tx, ids)),
    venta_id,
    vuelto: toPesos(vuelto),
    color_pendiente: false,
    init_point: null,
    cliente: cuenta && { nombre: cuenta.nombre, puntos: await saldoOf(tx, cuenta.id) },
  }
  return { answer, link: waiting?.id ?? null }
}

/** Checks that the total is the one that the clerk saw, in pesos. @throws 409 {detail, total} */
function needTotal(total: number, seen: number | null | undefined): void {
  if (seen == null || toCentavos(seen) === total) return
  const detail = `El precio cambió: ahora son ${pesosInText(toPesos(total))}. Fijate y cobrá de nuevo.`
  throw new Refusal(409, { detail, total: toPesos(total) }, { codigo: 'importe_cambio' })
}

/** In the order of `ids`, whatever the order of the locks. @throws 404 unknown, or of another branch */
export async function lockAll(tx: Tx, ids: string[], quien: OperadorDeVenta): Promise<Pedido[]> {
  await lockPedidos(tx, ids)
  // Read under the locks: until then an order may move to another branch, or be deleted
  return needPedidos(tx, ids, quien)
}

/** Locks what the sale takes of its customers: accounts, then codes. @throws 400 the sale's account was deleted */
async function lockCuentasAndCodigos(
  tx: Tx,
  pedidos: Pedido[],
  { comprador: { cuenta }, codigos, premios }: Preparada,
): Promise<void> {
  const held = await lockBeneficios(tx, pedidos, {
    codigos: [...codigos, ...premios].map(({ id }) => id),
    cuentas: cuenta ? [cuenta.id] : [],
  })
  if (cuenta && !held.has(cuenta.id)) throw refuseField('cliente', 'Esa cuenta ya no está.')
}

type ConPedido = Preciado & { pedido: Pedido }

/** Makes an order for lines that belong to none. */
async function conPedido(tx: Tx, deps: Pick<Deps, 'now'>, preciados: Preciado[]): Promise<ConPedido[]> {
  const all: ConPedido[] = []
  for (const one of preciados)
    all.push({ ...one, pedido: one.pedido ?? (await insertPedidoVacio(tx, deps, one.tarifas)) })
  return all
}

/** Holds the codes, which are locked, for their orders. */
async function holdCodigos(tx: Tx, preciados: ConPedido[], nuevos: CodigoRow[], now: Date): Promise<void> {
  for (const codigo of nuevos) {
    const mine = preciados.find(({ codigos }) => codigos.some((one) => one.codigo.id === codigo.id))
    // A code in an order whose price may not change is held already
    if (mine?.importes) await holdCodigo(tx, codigo, mine.pedido, now)
  }
}

/** Writes lines and price into an order of the sale, and confirms a draft, before the payment. */
async function confirmPedido(
  tx: Tx,
  deps: MoveDeps & Pick<Deps, 'tienda'>,
  { pedido, importes, otros, motivo }: ConPedido,
  { quien, sucursal, comprador }: Plan,
): Promise<Pedido> {
  const { cuenta, email, celular, nombre } = comprador
  if (pedido.estado !== 'borrador') {
    const change = {
      ...deQuien(pedido, comprador),
      ...(importes && { ...importes, otros, motivo_descuento: motivo }),
    }
    if (Object.keys(change).length === 0) return pedido
    // On it the customer would pay the old price
    if (importes && importes.importe_final !== pedido.importe_final) await endLink(tx, deps, pedido)
    return updatePedido(tx, pedido.id, change)
  }
  if (!importes) throw new Error('A draft has a price.')
  await updatePedido(tx, pedido.id, { otros, motivo_descuento: motivo })
  return confirmAtCounter(tx, deps, {
    id: pedido.id,
    sucursal,
    quien: quien.nombre,
    importes,
    email,
    celular,
    nombre,
    comprador: cuenta && { id: cuenta.id, email: cuenta.email, celular: cuenta.celular },
  })
}

/** Fills in what an order lacks of the sale's customer, who then gets its points and mails. */
function deQuien(
  pedido: Pedido,
  { cuenta, email, celular }: Comprador,
): Partial<Pick<Pedido, 'cliente_id' | 'email' | 'celular'>> {
  if (pedido.anonimizar) return {}
  const correo = email ?? cuenta?.email
  const movil = celular ?? cuenta?.celular
  return {
    ...(cuenta && pedido.cliente_id === null && { cliente_id: cuenta.id }),
    ...(correo && correoOf(pedido) === null && { email: correo }),
    ...(movil && pedido.celular === SIN_CELULAR && { celular: storedCelular(movil) }),
  }
}

/** A draft without files, for products and services. */
function insertPedidoVacio(tx: Tx, { now }: Pick<Deps, 'now'>, tarifas: Pedido['tarifas']): Promise<Pedido> {
  const none = { total_impresion: 0, total_anillado: 0, final_impresion: 0, final_anillado: 0 }
  return insertPedido(tx, {
    id: randomBytes(16).toString('base64url'),
    referencia: randomUUID(),
    tarifas,
    ...none,
    importe_final: 0,
    descuento_porcentaje: 0,
    creado: now(),
    tocado: now(),
  })
}

/** @throws 409 the code was used or taken by another order meanwhile; 400 it has ended */
async function holdCodigo(tx: Tx, codigo: CodigoRow, pedido: Pedido, now: Date): Promise<void> {
  if (await holdAtCounter(tx, codigo.id, pedido.id, now)) return
  const fresh = (await lookCodigo(tx, codigo.codigo))?.codigo ?? codigo
  const estado = estadoAtCounter(fresh, now)
  throw await takenRefusal(tx, fresh, estado === 'disponible' ? 'ocupado' : estado)
}

/** The pickup code of a prize, marked with the sale. @throws 409 used meanwhile */
async function spendPremio(tx: Tx, { codigo }: CodigoRow, quien: string, now: Date): Promise<void> {
  const use = await useAtCounter(tx, codigo, quien, now)
  if (use.estado === 'marcado') return
  if (use.estado === 'desconocido') throw refuseField('codigos', `El código ${codigo} no existe.`)
  throw await takenRefusal(tx, use.codigo, use.estado)
}

/** Pays one order of the sale. Without payments it goes into work too, unless it waits for a link. */
async function payParte(
  tx: Tx,
  deps: MoveDeps,
  pedido: Pedido,
  pagos: PagoEnCaja[],
  { venta_id, quien, sucursal, espera }: Plan,
): Promise<PorCaja[]> {
  if (pagos.length === 0 && (espera || pedido.pagado)) return []
  return payAtCaja(tx, deps, pedido, {
    pagos,
    clave: `:v${venta_id}`,
    quien,
    sucursal_id: sucursal.id,
    sigue: !espera,
  })
}
