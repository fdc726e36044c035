// The papers that go with an order, as PDFs.
import type { Deps } from '../../base/runtime/deps.ts'
import { needEnMostrador } from '../../compra/pedidos/service.ts'
import { renglonesDePapel, ticketDe } from '../../taller/impresion/service.ts'

/** The ticket on a sheet of A4, the one of a thermal printer on A6, or its shelf's label on A6. */
export const PAPELES_PDF = ['a4', 'a6', 'etiqueta'] as const
export type PapelPdf = (typeof PAPELES_PDF)[number]

/** The order's ticket, also once its files are deleted. @throws 404 */
export async function ticketOf(
  deps: Pick<Deps, 'db' | 'pdf' | 'publicUrl'>,
  id: string,
  papel: PapelPdf,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const pedido = await needEnMostrador(deps.db, id)
  const isEtiqueta = papel === 'etiqueta'
  const fileName = `${pedido.numero}-${isEtiqueta ? 'etiqueta' : 'ticket'}.pdf`
  if (papel === 'a4') return { fileName, bytes: await deps.pdf.ticket((await ticketDe(deps, pedido)).ticket) }
  const renglones = await renglonesDePapel(deps, pedido, isEtiqueta ? 'etiqueta' : 'ticket')
  return { fileName, bytes: await deps.pdf.renglones(`Pedido ${pedido.numero}`, renglones) }
}
