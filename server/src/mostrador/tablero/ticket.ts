// The paper that goes with an order, as a PDF.
import type { Deps } from '../../base/runtime/deps.ts'
import { ticketDe } from '../../taller/impresion/service.ts'
import { needEnMostrador } from './detalle.ts'

/** Also once the files are gone. @throws 404 */
export async function ticketOf(deps: Deps, id: string): Promise<{ numero: number; bytes: Uint8Array }> {
  const { ticket } = await ticketDe(deps, await needEnMostrador(deps.db, id))
  return { numero: ticket.numero, bytes: await deps.pdf.ticket(ticket) }
}
