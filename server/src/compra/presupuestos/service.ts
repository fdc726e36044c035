// Prices that the counter gives as a link. With files, a presupuesto is a draft kept with its prices, from
// which the customer's order is made. Without files, it is a result of the calculator with the prices of that
// day.
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import type { PresupuestoAnswer } from '@imprimitodo/shared/api/presupuestos'
import { formatPesos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { type Calculo, calculate } from '@imprimitodo/shared/rules/compra/calculadora'
import { tarifasDe } from '@imprimitodo/shared/rules/compra/precio'
import { PRESUPUESTO_DIAS } from '@imprimitodo/shared/rules/compra/presupuesto'
import { fillPlantilla } from '@imprimitodo/shared/rules/mostrador/plantilla'
import { rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Sender } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { linkTo } from '../../base/web/link.ts'
import { needTarifas } from '../../gestion/ajustes/service.ts'
import { findSucursal, needLlamada, needPropia } from '../../gestion/sucursales/service.ts'
import { alcanceOf, type Operador } from '../../mostrador/acceso/service.ts'
import { lineasOf } from '../archivos/service.ts'
import {
  cartOf,
  cotizacionOf,
  type ExamenDeps,
  findPedido,
  opcionesOf,
  type Pedido,
  savePedido,
  waitForExamen,
} from '../pedidos/service.ts'
import { deletePresupuestos, findPresupuesto, insertPresupuesto, type PresupuestoRow } from './store.ts'

const DAY_MS = 24 * 3600_000
/** For this long after its end the link says that it is over; then it is unknown. */
const TOLD_DAYS = 30

type PresupuestoDeps = ExamenDeps & Pick<Deps, 'dataDir' | 'events' | 'publicUrl'>
type Para = { sucursal: string; nombre?: string | undefined }
type De = { pedido_id: string; calculo: null } | { pedido_id: null; calculo: Calculo }

/** @throws 400 {sucursal}; 403 of another branch; 404; 409 already charged, or its colour is still counted */
export async function givePresupuesto(
  deps: PresupuestoDeps,
  { operador, sender }: { operador: Operador; sender: Sender },
  { sucursal: llamada, nombre = '' }: Para,
  de: De,
) {
  const tienda = await deps.tienda.read()
  const sucursal = needLlamada(tienda, llamada)
  needPropia(alcanceOf(operador), sucursal.id, 'dar presupuestos de')
  const creado = deps.now()
  const vence = new Date(+creado + PRESUPUESTO_DIAS * DAY_MS)
  const made = de.calculo
    ? await ofCalculo(deps, de.calculo)
    : await ofPedido(deps, await needDraft(deps, de.pedido_id), { sender, vence })
  const token = newToken()
  await insertPresupuesto(deps.db, {
    token_hash: hashToken(token),
    sucursal_id: sucursal.id,
    operador_id: operador.id,
    nombre: nombre || null,
    creado,
    vence,
    ...made,
  })
  const url = linkTo(deps.publicUrl, `/presupuesto/${token}`)
  const importe = toPesos(made.importe)
  const texto = fillPlantilla(tienda.ajustes.whatsapp.presupuesto, {
    nombre,
    numero: '',
    tienda: rotuloTienda(tienda.ajustes.vidriera.nombre),
    sucursal: sucursal.nombre,
    enlace: url,
    hora: '',
    importe: formatPesos(importe),
    vence: formatDay(vence),
  })
  return { url, vence: vence.toISOString(), importe, texto }
}

async function needDraft(deps: Pick<Deps, 'db'>, id: string): Promise<Pedido> {
  const pedido = await findPedido(deps.db, id)
  if (!pedido) throw notFound('Ese pedido no existe.')
  if (pedido.estado !== 'borrador') throw refuse(409, 'Ese pedido ya se cobró.', 'pedido_cerrado')
  return pedido
}

async function ofCalculo(deps: Pick<Deps, 'tienda'>, que: Calculo) {
  const { ajustes } = await deps.tienda.read()
  const [tarifas, porcentaje] = [needTarifas(ajustes), ajustes.descuentoCompra]
  return { calculo: { que, tarifas, porcentaje }, importe: calculate(que, tarifas, porcentaje).importe }
}

/** Makes a copy, since the counter goes on with its own draft and may drop it. */
async function ofPedido(
  deps: PresupuestoDeps,
  pedido: Pedido,
  { sender, vence }: { sender: Sender; vence: Date },
) {
  await waitForExamen(deps, pedido.id)
  const uploader = { sender, carrito: null, cliente_id: null }
  const { descuentoCompra: descuento_porcentaje } = (await deps.tienda.read()).ajustes
  const { tarifas } = pedido
  const { pedido_id } = await copyOf(deps, pedido.id, uploader, {
    tarifas,
    descuento_porcentaje,
    guardado_hasta: vence,
  })
  const kept = await findPedido(deps.db, pedido_id)
  if (!kept) throw new Error('A draft that is gone at once.')
  return { pedido_id, importe: kept.importe_final }
}

async function copyOf(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  id: string,
  uploader: Parameters<typeof savePedido>[1],
  prometida: Parameters<typeof savePedido>[4],
): Promise<Cotizacion> {
  const lineas = await lineasOf(deps.db, id)
  const pedidas = lineas.map(({ archivo }) => ({ ...opcionesOf(archivo), subida: null }))
  const piezas = lineas.map(({ contenido }) => ({ contenido, received: null }))
  return savePedido(deps, uploader, pedidas, piezas, prometida)
}

/** @throws 404, 410 */
async function needPresupuesto(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<PresupuestoRow> {
  const found = await findPresupuesto(db, hashToken(token))
  if (!found) throw notFound('Ese presupuesto no existe. Fijate que el enlace esté entero.')
  if (found.vence < now())
    throw refuse(
      410,
      `Este presupuesto venció el ${formatDay(found.vence)}. Pedí otro, o hacé tu pedido con los precios de hoy.`,
      'enlace_vencido',
    )
  return found
}

export async function showPresupuesto(
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  token: string,
): Promise<PresupuestoAnswer> {
  const { creado, vence, nombre, importe, sucursal_id, pedido_id, calculo } = await needPresupuesto(
    deps,
    token,
  )
  const sucursal = await findSucursal(deps.db, sucursal_id)
  const pedido = pedido_id ? await findPedido(deps.db, pedido_id) : undefined
  const quoted = pedido && cotizacionOf(pedido.id, await lineasOf(deps.db, pedido.id), pedido.tarifas)
  return {
    creado: creado.toISOString(),
    vence: vence.toISOString(),
    nombre,
    importe: toPesos(importe),
    sucursal: sucursal?.nombre ?? '',
    descuento_porcentaje: pedido?.descuento_porcentaje ?? calculo?.porcentaje ?? 0,
    archivos: quoted?.archivos ?? [],
    ...(calculo ? await calculado(deps, calculo) : { calculo: null, importe_hoy: null }),
  }
}

/** The draft whose files the presupuesto shows. @throws 404, also where it has none; 410 */
export async function draftOf(deps: Pick<Deps, 'db' | 'now'>, token: string): Promise<Pedido> {
  const { pedido_id } = await needPresupuesto(deps, token)
  const pedido = pedido_id ? await findPedido(deps.db, pedido_id) : undefined
  if (!pedido) throw notFound('Este presupuesto no tiene archivos.')
  return pedido
}

async function calculado(
  deps: Pick<Deps, 'tienda'>,
  { que, tarifas, porcentaje }: NonNullable<PresupuestoRow['calculo']>,
) {
  const { hojas, tomos } = calculate(que, tarifas, porcentaje)
  const { ajustes } = await deps.tienda.read()
  const hoy = tarifasDe(ajustes)
  const importe_hoy = hoy && toPesos(calculate(que, hoy, ajustes.descuentoCompra).importe)
  return { calculo: { ...que, hojas, tomos }, importe_hoy: importe_hoy ?? null }
}

/** Makes the customer's order with the files, options and prices of the presupuesto. @throws 404, 409, 410 */
export async function orderPresupuesto(
  deps: Pick<Deps, 'dataDir' | 'db' | 'events' | 'jobs' | 'now' | 'publicUrl'>,
  token: string,
  { carrito, ...quien }: { sender: Sender; cliente_id: number | null; carrito: string | null | undefined },
): Promise<Cotizacion> {
  const { pedido_id } = await needPresupuesto(deps, token)
  const pedido = pedido_id ? await findPedido(deps.db, pedido_id) : undefined
  if (!pedido)
    throw refuse(409, 'Este presupuesto no tiene archivos: subilos y armá tu pedido.', 'faltan_archivos')
  const { tarifas, descuento_porcentaje } = pedido
  const uploader = { ...quien, carrito: cartOf(carrito) }
  return copyOf(deps, pedido.id, uploader, { tarifas, descuento_porcentaje })
}

export const forgetPresupuestos = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deletePresupuestos(db, new Date(+now() - TOLD_DAYS * DAY_MS))
