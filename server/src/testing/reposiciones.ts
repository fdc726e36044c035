// Orders whose files are lost, and sent again over a real socket.
import { readFileSync, writeFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { archivos, contenidos } from '../base/db/schema/archivos.ts'
import { scrub } from '../compra/archivos/service.ts'
import { enterAs } from './mostrador.ts'
import { makePdf } from './pdf.ts'
import { paid } from './pedidos.ts'
import { openShop, type Visitor } from './socket.ts'

export const pathOf = (pedido_id: string, n = 1) => `/api/pedidos/${pedido_id}/archivos/${n}/reposicion`

export function formOf(bytes: Uint8Array, nombre = 'otro nombre.pdf'): FormData {
  const form = new FormData()
  form.append('archivo', new Blob([bytes as BlobPart], { type: 'application/pdf' }), nombre)
  return form
}

export const send = (visitor: Visitor, pedido_id: string, bytes: Uint8Array, n = 1) =>
  visitor.ask(pathOf(pedido_id, n), { method: 'POST', body: formOf(bytes) })

/** A shop with a paid order of «tesis.pdf» (3 pages) whose customer's browser is `ana`. */
export async function shopWithLost(change: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(change)
  const pdf = await makePdf({ pages: 3 })
  const order = () => paid(shop, { files: [{ nombre: 'tesis.pdf', bytes: pdf }] })
  const pedido = await order()
  const headers = await enterAs(shop)
  const path = `/api/mostrador/pedidos/${pedido.id}`
  const ana = shop.visitor()
  await ana.ask(`/api/pedidos/${pedido.id}/acceso`, { body: { email: 'ana@example.com' } })

  const contenidoOf = async (pedido_id = pedido.id) => {
    const [found] = await shop.db
      .select({ contenido: contenidos, archivo: archivos })
      .from(archivos)
      .innerJoin(contenidos, eq(contenidos.id, archivos.contenido_id))
      .where(eq(archivos.pedido_id, pedido_id))
    if (!found) throw new Error('The order has a file.')
    return found
  }
  /** Deletes the file from the disk, or changes some of its bytes, and lets the scrub find out. */
  const lose = async (how: 'no está' | 'cambió' = 'no está', pedido_id = pedido.id) => {
    const { id } = (await contenidoOf(pedido_id)).contenido
    if (how === 'no está') await shop.deps.files.delete(id)
    else {
      const kept = await shop.deps.files.pathOf(id)
      writeFileSync(kept, readFileSync(kept).fill(0, 50, 60))
    }
    await shop.db.update(contenidos).set({ revisado: null }).where(eq(contenidos.id, id))
    await scrub(shop.deps)
  }
  const ask = (body: object = {}) => shop.post(`${path}/reposiciones`, body, headers)
  const accept = (vez: number, n = 1) => shop.post(`${path}/reposiciones/${n}/aceptar`, { vez }, headers)
  const view = async () => (await shop.get(path, headers)).json()
  return { ...shop, shop, pdf, order, pedido, headers, path, ana, contenidoOf, lose, ask, accept, view }
}
