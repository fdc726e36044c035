import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { useQuery } from '@tanstack/react-query'
import { pedidoQuery } from '../api/queries.ts'
import { Receipt, type ReceiptLine } from '../ui/paper/receipt.tsx'

/** A receipt of what is invoiced. The form works without it if it does not load. */
export function ResumenPagado({ pedidoId }: { pedidoId: string }) {
  const { data: pedido } = useQuery(pedidoQuery(pedidoId))
  if (!pedido) return null
  const paid = pedido.historial.find(({ estado }) => estado === 'pagado')
  const lines: ReceiptLine[] = [
    ...(paid ? [{ label: 'Pagado el', amount: formatDay(paid.cuando) }] : []),
    ...(pedido.sucursal ? [{ label: 'Sucursal', amount: pedido.sucursal }] : []),
    { label: 'Archivos', amount: String(pedido.archivos.length) },
    { label: 'Total', amount: formatPesos(pedido.importe_final), kind: 'total' },
  ]
  return <Receipt title={`Pedido ${pedido.numero}`} lines={lines} />
}
