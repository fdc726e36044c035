// The paper that goes with an order. Made anew each time: it says how the order is paid now.
import { SIN_EMAIL } from '@imprimitodo/shared/rules/contacto'
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/dinero'
import { nombreOfPedido } from '@imprimitodo/shared/rules/nombre-pedido'
import type { Deps } from '../../base/runtime/deps.ts'
import { lineasOf } from '../../compra/archivos/service.ts'
import { horaDe, type Pedido, resumenOf } from '../../compra/pedidos/service.ts'
import { findSucursal } from '../../gestion/sucursales/service.ts'
import { trabajosDe } from '../../taller/trabajos/service.ts'
import { needEnMostrador, nombreDeCliente } from './detalle.ts'
import { celularOf } from './fila.ts'

/** Also once the files are gone. @throws 404 */
export async function ticketOf(
  { db, publicUrl, pdf }: Deps,
  id: string,
): Promise<{ numero: number; bytes: Uint8Array }> {
  const pedido = await needEnMostrador(db, id)
  const { numero, codigo_retiro, email, celular, modo_entrega, confirmado } = pedido
  if (numero === null || !codigo_retiro || !email || !celular || !modo_entrega || !confirmado)
    throw new Error('A confirmed order has all of these.')
  const [sucursal, lineas] = await Promise.all([findSucursal(db, pedido.sucursal_id ?? 0), lineasOf(db, id)])
  const bytes = await pdf.ticket({
    numero,
    nombre: nombreOfPedido({
      ...{ nombre: pedido.nombre, celular: celularOf(pedido) },
      cuenta: await nombreDeCliente(db, pedido),
    }),
    ...{ estante: pedido.estante, urgente: pedido.urgente },
    nota: pedido.nota,
    email: email === SIN_EMAIL ? '' : email,
    celular: celularOf(pedido) ?? '',
    codigoRetiro: codigo_retiro,
    enlaceRetiro: `${publicUrl}/c/${codigo_retiro}`,
    sucursal: sucursal?.nombre ?? '',
    modoEntrega: modo_entrega,
    direccion: pedido.direccion_entrega,
    pedidoEl: confirmado,
    prometido: horaDe(pedido),
    trabajos: trabajosDe(pedido, lineas),
    importes: importesOf(pedido),
    total: { concepto: 'Total', centavos: pedido.importe_final },
    estadoPago: estadoPago(pedido),
  })
  return { numero, bytes }
}

function importesOf(pedido: Pedido): { concepto: string; centavos: number }[] {
  return resumenOf(pedido).map(({ title, pesos, kind }) => ({
    concepto: title,
    centavos: toCentavos(kind === 'resta' ? -pesos : pesos),
  }))
}

/** Delivery is collected at the door, whatever was paid online. */
function estadoPago({ estado, pagado, importe_final, costo_delivery }: Pedido): string {
  const titles: Partial<Record<typeof estado, string>> = {
    cancelado: 'CANCELADO',
    reembolsado: 'REEMBOLSADO',
    vencido: 'VENCIDO SIN PAGAR',
  }
  const paid = importe_final === 0 ? 'Sin cargo' : 'Pagado'
  const state = titles[estado] ?? (pagado ? paid : 'SIN PAGAR')
  return costo_delivery > 0 ? `${state} · cobrar el envío: ${formatPesos(toPesos(costo_delivery))}` : state
}
