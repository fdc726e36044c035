import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { resumenLines } from '@imprimitodo/shared/rules/compra/resumen'
import { Receipt, type ReceiptLine } from '../ui/paper/receipt.tsx'
import { Factura } from './factura.tsx'
import { isPaid } from './pasos.ts'
import { formatPromise, isShort } from './relato.ts'

/** The payment as a receipt; delivery below it, since it is paid elsewhere. */
export function Pago({ pedido }: { pedido: PedidoAnswer }) {
  const lines: ReceiptLine[] = resumenLines(pedido).map(({ title, pesos, kind, note }) =>
    kind === 'resta'
      ? { label: title, amount: `−${formatPesos(pesos)}`, note, kind: 'off' }
      : { label: title, amount: formatPesos(pesos) },
  )
  lines.push({ ...totalOf(pedido), amount: formatPesos(pedido.importe_final), kind: 'total' })
  if (
    (pedido.estado === 'confirmado' || pedido.estado === 'vencido') &&
    isShort(pedido) &&
    pedido.acreditado > 0
  )
    lines.push({ label: 'Se acreditaron', amount: formatPesos(pedido.acreditado), kind: 'apart' })
  if (pedido.resta > 0 && isPaid(pedido.estado))
    lines.push({ label: 'Te falta pagar, al retirar', amount: formatPesos(pedido.resta), kind: 'apart' })
  const isOver = pedido.estado === 'cancelado' || pedido.estado === 'reembolsado'
  if (isOver)
    for (const { importe, adonde, cuando } of pedido.vuelve)
      lines.push({
        label: `Vuelve ${adonde}`,
        ...(cuando && { note: cuando }),
        amount: formatPesos(importe),
        kind: 'apart',
      })
  else if (pedido.devuelto > 0)
    lines.push({ label: 'Te devolvimos', amount: formatPesos(pedido.devuelto), kind: 'apart' })
  const delivery = deliveryOf(pedido)
  if (delivery) lines.push(delivery)
  return (
    <Receipt title="Pago" lines={lines}>
      <Factura pedido={pedido} />
    </Receipt>
  )
}

function totalOf({ estado, vence, resta }: PedidoAnswer): Pick<ReceiptLine, 'label' | 'note'> {
  if (isPaid(estado) && resta > 0) return { label: 'Total' }
  if (isPaid(estado)) return { label: 'Total pagado' }
  if (estado === 'reembolsado') return { label: 'Total devuelto' }
  if (estado === 'confirmado' && vence)
    return { label: 'Total a pagar', note: `Hasta el ${formatPromise(vence).toLowerCase()}` }
  return { label: estado === 'borrador' ? 'Total a pagar' : 'Total' }
}

function deliveryOf({
  modo_entrega,
  sucursal,
  costo_delivery,
  direccion_entrega,
}: PedidoAnswer): ReceiptLine | null {
  if (modo_entrega === 'delivery')
    return {
      label: `Delivery a ${direccion_entrega ?? 'tu dirección'}`,
      note: 'Se paga al recibir',
      amount: formatPesos(costo_delivery),
      kind: 'apart',
    }
  return sucursal ? { label: `Retiro en ${sucursal}`, amount: 'Gratis', kind: 'apart' } : null
}
