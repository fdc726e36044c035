// completar_compra and registrar_compra_sin_pago: from a priced draft to an order that waits for its payment.

import { randomBytes } from 'node:crypto'
import type { Compra } from '@imprimitodo/shared/api/pedidos'
import { storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { SIN_CELULAR, SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { paginasTexto } from '@imprimitodo/shared/rules/compra/aviso'
import { PIN_REQUIRED } from '@imprimitodo/shared/rules/compra/entrega'
import { isImpresa } from '@imprimitodo/shared/rules/compra/paginas'
import { isOpen, UNPAID_HOURS } from '@imprimitodo/shared/rules/compra/pedido'
import { isUncharged } from '@imprimitodo/shared/rules/dinero/pago'
import { codigoFrom } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { Tx } from '../../../base/db/open.ts'
import { notFound, Refusal, refuse, refuseField } from '../../../base/http/errors.ts'
import { NO_SENDER, type Sender } from '../../../base/http/visitor.ts'
import type { Deps, Sucursal } from '../../../base/runtime/deps.ts'
import { type ClienteRow, findCliente, noSession } from '../../../cuentas/auth/service.ts'
import { needLlamada } from '../../../gestion/sucursales/service.ts'
import {
  EXAMEN_WAIT_MS,
  enqueueExamen,
  type Linea,
  lineasOf,
  provePrueba,
  waitWhilePending,
} from '../../archivos/service.ts'
import { quoteEntrega } from '../../entregas/service.ts'
import { type MayChange, notYours } from '../filas/acceso.ts'
import { refuseArchivos } from '../filas/archivos-data.ts'
import { changeInTurn } from '../filas/in-turn.ts'
import { needPedido } from '../filas/need.ts'
import { findPedido, lockPedido, nextNumero, type Pedido, pagosOf, updatePedido } from '../filas/store.ts'
import { findEarner } from '../pasos/beneficios.ts'
import { endLink } from '../pasos/enlace.ts'
import { type MoveDeps, movePedido } from '../pasos/move.ts'
import { rechazoDe, takeCodigos } from '../precio/codigos.ts'
import { needHojasEn } from '../precio/hojas.ts'
import { colorPendiente, pruebaPendiente } from '../precio/importes.ts'
import { priceOf } from '../precio/price.ts'
import { needFewOpen } from './abiertos.ts'

const PROVED_AT_ONCE = 50 // pages of a file whose proof does not wait for its job
const HOUR = 3600_000

type Comprador = Pick<ClienteRow, 'id' | 'email' | 'celular'> | null
/**
 * The buyer. In a session the account's own e-mail and phone win over those sent. `sender` null: the counter,
 * whose orders are not limited.
 */
type Quien = { comprador: Comprador; mayChange: MayChange; sender: Sender | null }

type ConfirmDeps = MoveDeps & Pick<Deps, 'tienda'>
/** The dependencies of waiting for the colour count and the proof of pages. */
export type ExamenDeps = Pick<Deps, 'db' | 'files' | 'jobs' | 'log' | 'now' | 'pdf' | 'tienda'>
type CompraDeps = ConfirmDeps & ExamenDeps & Pick<Deps, 'locks' | 'maps'>

/**
 * May be repeated while the order is unpaid: replaces contact, delivery and codes. Sent totals are not
 * trusted.
 */
export async function completeCompra(deps: CompraDeps, sent: Compra, quien: Quien) {
  const { comprador } = quien
  const compra = { ...sent, ...(comprador && { email: comprador.email, celular: comprador.celular }) }
  await needOpen(deps, compra.pedido_id)
  const checked = await checkCompra(deps, compra, quien)
  const pedido = await changeInTurn(deps, compra.pedido_id, (tx) => confirm(tx, deps, compra, checked, quien))
  return {
    pedido_id: pedido.id,
    importe_final: toPesos(pedido.importe_final),
    total_impresion: toPesos(pedido.total_impresion),
    total_anillado: toPesos(pedido.total_anillado),
    costo_delivery: toPesos(pedido.costo_delivery),
    estado: pedido.estado,
  }
}

/**
 * Confirms a free order, which pays it. Repeated it answers the same. @throws 409 {detail, importe_final}
 * above 0
 */
export async function recordWithoutPago(deps: CompraDeps, sent: Compra, quien: Quien) {
  const { comprador } = quien
  const compra = { ...sent, ...(comprador && { email: comprador.email, celular: comprador.celular }) }
  const free = { pedido_id: compra.pedido_id, importe_final: 0 as const, estado: 'pagado' as const }
  try {
    await needOpen(deps, compra.pedido_id)
    const checked = await checkCompra(deps, compra, quien)
    await changeInTurn(deps, compra.pedido_id, (tx) => payNothing(tx, deps, compra, checked, quien))
  } catch (error) {
    const before = await findPedido(deps.db, compra.pedido_id)
    if (!before?.pagado || before.importe_final > 0) throw error
  }
  return free
}

async function payNothing(
  tx: Tx,
  deps: ConfirmDeps,
  compra: Compra,
  checked: Checked,
  quien: Quien,
): Promise<void> {
  const pedido = await confirm(tx, deps, compra, checked, quien)
  const importe_final = toPesos(pedido.importe_final)
  if (importe_final > 0)
    throw new Refusal(
      409,
      { detail: 'Este pedido no es gratis: hay que pagarlo.', importe_final },
      { codigo: 'importe_cambio' },
    )
  await movePedido(tx, deps, pedido, 'pagado', { quien: 'cliente', nota: 'Compra gratis' })
  // The link was made while the order still cost something
  await endLink(tx, deps, pedido)
}

async function needOpen({ db }: Pick<Deps, 'db'>, id: string): Promise<void> {
  const pedido = await needPedido(db, id)
  if (!isOpen(pedido.estado)) throw closed(pedido)
}

const closed = (pedido: Pedido) =>
  refuse(
    409,
    pedido.pagado && pedido.resta === 0
      ? 'Este pedido ya está pagado.'
      : 'Este pedido ya no se puede cambiar. Empezá uno nuevo.',
    rechazoDe(pedido),
  )

type Checked = { sucursal: Sucursal; entrega: Awaited<ReturnType<typeof quoteEntrega>> | null }

/** All checks that call other services, before any row is locked. */
async function checkCompra(
  deps: ExamenDeps & Pick<Deps, 'maps'>,
  compra: Compra,
  { sender }: Quien,
): Promise<Checked> {
  const sucursal = needLlamada(await deps.tienda.read(), compra.sucursal)
  const entrega =
    compra.modo_entrega === 'delivery'
      ? await checkEntrega(deps, compra, { sucursal, red: sender?.red })
      : null
  await waitForExamen(deps, compra.pedido_id)
  return { sucursal, entrega }
}

async function checkEntrega(
  deps: Pick<Deps, 'db' | 'log' | 'maps' | 'tienda'>,
  compra: Compra,
  { sucursal, red }: { sucursal: Sucursal; red: string | undefined },
) {
  const direccion = compra.direccion_entrega?.trim()
  if (!direccion) throw refuseField('direccion_entrega', 'Escribí la dirección de entrega.')
  const pin = compra.lat != null && compra.lng != null ? { lat: compra.lat, lng: compra.lng } : null
  const entrega = await quoteEntrega(deps, { sucursal: sucursal.nombre, direccion, pin, red }).catch(
    (error) => {
      if (error instanceof Refusal && error.status === 400)
        throw refuseField('direccion_entrega', String(error.body.detail), error.hints.codigo)
      throw error
    },
  )
  if (!entrega.dentro_de_radio)
    throw refuseField(
      'direccion_entrega',
      'La dirección queda fuera del radio de entrega. Podés retirar en la sucursal.',
      'fuera_de_radio',
    )
  if (entrega.precision === 'localidad') throw refuseField('direccion_entrega', PIN_REQUIRED, 'falta_pin')
  if (entrega.duda && !compra.pin_confirmado)
    throw refuseField(
      'direccion_entrega',
      `${entrega.duda} Mové el pin, o confirmá que está bien.`,
      'pin_dudoso',
    )
  return entrega
}

/**
 * Waits at most 20 s for the colour count and the proof of an order's pages, on which price and printing
 * depend.
 * @throws 409 when they are still missing; 400 {archivos} naming pages that cannot be printed
 */
export async function waitForExamen(deps: ExamenDeps, id: string): Promise<void> {
  const until = Date.now() + EXAMEN_WAIT_MS
  const first = await lineasOf(deps.db, id)
  proveInTurn(deps, first, until).catch((err) => deps.log.warn({ err }, 'proof, left to its job'))
  const lineas = await waitWhilePending(first, {
    until,
    isPending: (found) => colorPendiente(found) || pruebaPendiente(found),
    read: () => lineasOf(deps.db, id),
    tooSoon: (found) => tooSoon(deps, found),
  })
  const problems = lineas.flatMap(({ archivo, contenido }) => {
    const imposibles = contenido.prueba?.imposibles.filter(isImpresa(archivo)) ?? []
    if (imposibles.length === 0) return []
    return [`«${archivo.nombre}», ${paginasTexto(imposibles)}: no se puede imprimir`]
  })
  if (problems.length > 0) throw refuseArchivos(problems, 'no_se_imprime')
}

/** One file at a time: a buyer of a thousand files must not take all the proving from other customers. */
async function proveInTurn(
  deps: Pick<Deps, 'db' | 'files' | 'pdf' | 'tienda'>,
  lineas: Linea[],
  until: number,
): Promise<void> {
  for (const { contenido } of lineas)
    if (Date.now() < until && !contenido.prueba && (contenido.paginas ?? 0) <= PROVED_AT_ONCE)
      await provePrueba(deps, contenido.id)
}

async function tooSoon(deps: Pick<Deps, 'db' | 'jobs' | 'now'>, lineas: Linea[]): Promise<Refusal> {
  if (colorPendiente(lineas))
    return refuse(
      409,
      'Todavía estamos contando las páginas en color. Probá de nuevo en unos segundos.',
      'color_pendiente',
    )
  const prueba = lineas.map(({ contenido }) => contenido).filter((contenido) => !contenido.prueba)
  const { navegador = null, origen, red } = prueba[0] ?? {}
  if (origen && red) await enqueueExamen(deps.db, deps, { navegador, origen, red }, { color: [], prueba })
  else for (const { id } of prueba) await deps.jobs.send(deps.db, 'prueba', { contenido_id: id })
  return refuse(
    409,
    'Todavía estamos revisando cómo salen las páginas. Probá de nuevo en unos segundos.',
    'prueba_pendiente',
  )
}

/**
 * The one way into `confirmado`: prices as quoted with what is known of colour now, contact, number, pickup
 * code.
 */
async function confirm(
  tx: Tx,
  deps: ConfirmDeps,
  compra: Compra,
  { sucursal, entrega }: Checked,
  { comprador, mayChange, sender }: Quien,
  mostrador?: EnMostrador,
): Promise<Pedido> {
  const pedido = await lockPedido(tx, compra.pedido_id)
  if (!pedido) throw notFound('No encontramos ese pedido.')
  if (!isOpen(pedido.estado)) throw closed(pedido)
  if (!mayChange(pedido)) throw notYours()
  const now = deps.now()
  const isNew = pedido.estado === 'borrador'
  const buzon = normaliseCorreo(compra.email)
  if (sender && (isNew || pedido.buzon !== buzon))
    await needFewOpen(tx, deps, { pedido, email: compra.email, cliente_id: comprador?.id ?? null, sender })
  const lineas = await lineasOf(tx, pedido.id)
  needHojasEn(
    await deps.tienda.read(),
    sucursal,
    lineas.map(({ archivo }) => archivo),
  )
  const importes = mostrador?.importes ?? (await priceEnWeb(tx, deps, { pedido, lineas }, compra, comprador))
  await needSamePrice(tx, pedido, importes.importe_final)
  const changed = await updatePedido(tx, pedido.id, {
    ...importes,
    cliente_id: ownerOf(pedido, comprador),
    email: compra.email,
    ...(isNew && (sender ?? NO_SENDER)),
    celular: storedCelular(compra.celular),
    nombre: compra.nombre || null,
    nota: compra.nota || null,
    sucursal_id: sucursal.id,
    modo_entrega: compra.modo_entrega,
    direccion_entrega: entrega ? (compra.direccion_entrega?.trim() ?? null) : null,
    distancia_m: entrega ? Math.round(entrega.distancia_km * 1000) : null,
    distancia_estimada: entrega?.estimada ?? false,
    costo_delivery: entrega ? toCentavos(entrega.costo) : 0,
    numero: pedido.numero ?? (await nextNumero(tx)),
    codigo_retiro: pedido.codigo_retiro ?? codigoFrom(randomBytes(12)),
    confirmado: pedido.confirmado ?? now,
    vence: pedido.vence ?? new Date(now.getTime() + UNPAID_HOURS * HOUR),
    tocado: now,
  })
  if (pedido.estado === 'confirmado') {
    // By the old link the customer would pay the old price
    if (changed.importe_final !== pedido.importe_final) await endLink(tx, deps, pedido)
    return changed
  }
  const quien = mostrador?.quien ?? 'cliente'
  return (await movePedido(tx, deps, changed, 'confirmado', { quien })) ?? changed
}

async function priceEnWeb(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now'>,
  of: { pedido: Pedido; lineas: Linea[] },
  { codigosAplicados, email }: Compra,
  comprador: Comprador,
) {
  const earner = await findEarner(tx, { cliente_id: ownerOf(of.pedido, comprador), email })
  const asked = { typed: codigosAplicados ?? [], email, cuentas: earner === undefined ? [] : [earner] }
  const { usos: _, ...importes } = priceOf(of.lineas, of.pedido, await takeCodigos(tx, deps, of, asked))
  // Deleted while this call waited for its row
  if (comprador && !(await findCliente(tx, comprador.id))) throw noSession()
  return importes
}

/** `importes`: as the counter reckoned them, with codes that the order holds already. `quien`: the person. */
type EnMostrador = { quien: string; importes: Importes }
type Importes = Omit<ReturnType<typeof priceOf>, 'usos'> & Partial<Pick<Pedido, 'descuento_porcentaje'>>

/** Confirms a draft at the counter, for pickup at its branch. The caller has locked it. */
export async function confirmAtCounter(
  tx: Tx,
  deps: ConfirmDeps,
  {
    id,
    sucursal,
    comprador,
    nombre,
    email = comprador?.email ?? SIN_EMAIL,
    celular = comprador?.celular ?? SIN_CELULAR,
    ...mostrador
  }: EnMostrador & {
    id: string
    sucursal: Sucursal
    /** The customer whom the order is for. */
    comprador: Comprador
    email: string | undefined
    celular: string | undefined
    nombre: string | undefined
  },
): Promise<Pedido> {
  const modo_entrega = 'retiro' as const
  const compra = { pedido_id: id, email, celular, nombre, sucursal: sucursal.nombre, modo_entrega }
  const quien = { comprador, mayChange: () => true, sender: null }
  return confirm(tx, deps, compra, { sucursal, entrega: null }, quien, mostrador)
}

/** A customer who is paying already must not find another price at the end. @throws 409 {detail} */
async function needSamePrice(tx: Tx, pedido: Pedido, importe_final: number): Promise<void> {
  if (pedido.estado !== 'confirmado' || importe_final === pedido.importe_final) return
  if (!isUncharged(await pagosOf(tx, pedido.id)))
    throw refuse(
      409,
      'Este pedido ya tiene un pago en camino: no se le pueden cambiar los códigos.',
      'pago_en_camino',
    )
}

/**
 * "My orders" are those confirmed in a session. Confirming a draft without one does not add it to
 * the account that uploaded it; changing the contact of a confirmed one does not take it away.
 */
function ownerOf({ estado, cliente_id }: Pedido, comprador: Comprador): number | null {
  return comprador?.id ?? (estado === 'borrador' ? null : cliente_id)
}
