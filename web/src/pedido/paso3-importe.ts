import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { resumenLines } from '@imprimitodo/shared/rules/resumen'
import type { ReceiptLine } from '../ui/receipt.tsx'

/**
 * The receipt. `importe`: what the server would charge with the codes chosen since, where the order itself (confirmed
 * before, and not yet again) still holds the old ones; how it is made up is then only known in all.
 */
export function importeLines(pedido: PedidoAnswer, importe: number): ReceiptLine[] {
  if (importe === pedido.importe_final)
    return resumenLines(pedido).map(({ title, pesos, kind, note }) =>
      kind === 'resta'
        ? { label: title, amount: `−${formatPesos(pesos)}`, note, kind: 'off' }
        : { label: title, amount: formatPesos(pesos) },
    )
  const { total_impresion, total_anillado } = pedido
  const off = total_impresion + total_anillado - importe
  const sums: ReceiptLine[] = [
    { label: 'Impresión', amount: formatPesos(total_impresion) },
    { label: 'Anillado', amount: formatPesos(total_anillado) },
  ]
  return off > 0 ? [...sums, { label: 'Descuentos', amount: `−${formatPesos(off)}`, kind: 'off' }] : sums
}
