// The facts on the paper that goes with an order, whatever it is printed on. Read each time, since it says
// how the order is paid now.
import { SIN_CELULAR, SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { toCentavos } from '@imprimitodo/shared/rules/base/dinero'
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
import { estadoPago } from './estado-pago.ts'
import { nombreEnPapel } from './nombre-trabajo.ts'
import type { Papel } from './store.ts'
import { renglonesDe, renglonesDeEtiqueta } from './ticket-termico.ts'
import { archivoText, type VolumenImpreso, volumenesDe } from './volumenes.ts'

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
    nombreEnPapel(db, pedido),
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
    estadoPago: estadoPago(pedido, cargos, 'ticket'),
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
