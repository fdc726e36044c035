// The facts on the paper that goes with an order, whatever it is printed on. Read each time, since it says
// how the order is paid now.
import { SIN_CELULAR, SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { formatCentavos, toCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { isCerrado } from '@imprimitodo/shared/rules/compra/pedido'
import { importeDe } from '@imprimitodo/shared/rules/dinero/venta'
import type { Trabajo } from '@imprimitodo/shared/rules/taller/trabajo'
import { nombreTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { TicketDePedido } from '../../base/pdf/drawn/ticket.ts'
import type { Renglon } from '../../base/pdf/renglon.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { linkTo } from '../../base/web/link.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import { horaOf, type Pedido, resumenOf } from '../../compra/pedidos/service.ts'
import { cargosDePedido } from '../../dinero/cuentas-corrientes/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { findSucursal } from '../../gestion/sucursales/service.ts'
import { trabajosDe } from '../trabajos/service.ts'
import { quienRetira } from './nombre-trabajo.ts'
import type { Papel } from './store.ts'
import { renglonesDe, renglonesDeEtiqueta } from './ticket-termico.ts'
import { archivoText, type VolumenImpreso, volumenesDe } from './volumenes.ts'

type Cargos = Awaited<ReturnType<typeof cargosDePedido>>

/** For any confirmed order, also once its files are gone. */
export async function ticketDe(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  pedido: Pedido,
): Promise<{ ticket: TicketDePedido; volumenes: VolumenImpreso[] }> {
  const { numero, codigo_retiro, email, celular, modo_entrega, confirmado } = pedido
  if (numero === null || !codigo_retiro || !email || !celular || !modo_entrega || !confirmado)
    throw new Error('A confirmed order has all of these.')
  const [{ vidriera }, sucursal, lineas, nombre, cargos] = await Promise.all([
    readAjustes(db),
    findSucursal(db, pedido.sucursal_id ?? 0),
    lineasOf(db, pedido.id),
    quienRetira(db, pedido),
    cargosDePedido(db, pedido.id),
  ])
  const trabajos = trabajosDe(pedido, lineas)
  const volumenes = volumenesDe(trabajos, lineas)
  const ticket: TicketDePedido = {
    numero,
    nombre,
    estante: pedido.estado === 'entregado' ? null : pedido.estante,
    urgente: pedido.urgente,
    nota: pedido.nota,
    email: email === SIN_EMAIL ? '' : email,
    celular: celular === SIN_CELULAR ? '' : celular,
    codigoRetiro: codigo_retiro,
    enlaceRetiro: linkTo(publicUrl, `/c/${codigo_retiro}`),
    tienda: nombreTienda(vidriera.nombre),
    sucursal: sucursal?.nombre ?? '',
    modoEntrega: modo_entrega,
    direccion: pedido.direccion_entrega,
    pedidoEl: confirmado,
    prometido: horaOf(pedido),
    entregado: pedido.estado === 'entregado',
    trabajos: trabajos.map((trabajo, index) => ({
      ...trabajo,
      seleccion: [...ordenOf(volumenes[index], trabajo), ...trabajo.seleccion],
    })),
    otros: pedido.otros.map((linea) => ({
      concepto: linea.cantidad === 1 ? linea.texto : `${linea.cantidad} × ${linea.texto}`,
      centavos: importeDe(linea),
    })),
    importes: renglonesOf(pedido),
    total: { concepto: 'Total', centavos: pedido.importe_final },
    estadoPago: estadoPago(pedido, cargos),
  }
  return { ticket, volumenes }
}

/** The lines of a slip of a confirmed order. */
export async function renglonesDePapel(
  deps: Pick<Deps, 'db' | 'publicUrl'>,
  pedido: Pedido,
  papel: Papel,
): Promise<Renglon[]> {
  const of = await ticketDe(deps, pedido)
  return papel === 'etiqueta' ? renglonesDeEtiqueta(of.ticket) : renglonesDe(of)
}

/** The files of one volume, in the order in which they come out; of one file, where its work is not called as it is. */
function ordenOf(volumen: VolumenImpreso | undefined, { grupo }: Trabajo): string[] {
  const { archivos = [] } = volumen ?? {}
  if (archivos.length > 1)
    return archivos.map((archivo, index) => `${index + 1} · ${archivo.nombre}: ${archivoText(archivo)}`)
  return grupo ? archivos.map((archivo) => `${archivo.nombre}: ${archivoText(archivo)}`) : []
}

function renglonesOf(pedido: Pedido): { concepto: string; centavos: number }[] {
  return resumenOf(pedido)
    .filter(({ pesos }) => pesos !== 0)
    .map(({ title, pesos, kind }) => ({
      concepto: title,
      centavos: toCentavos(kind === 'resta' ? -pesos : pesos),
    }))
}

/** Delivery is collected at the door, whatever was paid online: until it is handed over. */
function estadoPago(pedido: Pedido, cargos: Cargos): string {
  const { estado, pagado, costo_delivery } = pedido
  const collects = costo_delivery > 0 && !isCerrado(estado)
  const titles: Partial<Record<typeof estado, string>> = {
    cancelado: 'CANCELADO',
    reembolsado: 'REEMBOLSADO',
    vencido: 'VENCIDO SIN PAGAR',
  }
  const state = titles[estado] ?? (pagado ? paidText(pedido, cargos) : 'SIN PAGAR')
  return collects ? `${state} · cobrar el envío: ${formatCentavos(costo_delivery)}` : state
}

/** Amounts charged to a cuenta corriente are owed there, so they are not called paid. */
function paidText({ importe_final, resta }: Pedido, cargos: Cargos): string {
  if (importe_final === 0) return 'Sin cargo'
  const [first] = cargos
  if (first?.centavos === importe_final) return `A cuenta corriente de ${first.nombre}`
  const owed = resta > 0 ? `COBRAR AL RETIRAR: ${formatCentavos(resta)}` : 'Pagado'
  const charged = cargos.map(
    ({ nombre, centavos }) => `${formatCentavos(centavos)} a cuenta corriente de ${nombre}`,
  )
  return [owed, ...charged].join(' · ')
}
