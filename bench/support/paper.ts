// A file through the shop as its customers and its counter take it: upload, price, proof, payment, print-ready PDFs.
import { randomInt, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { pay, post, type Send, uploadAll } from '../../e2e/support/buy.ts'
import { Refused } from '../../e2e/support/insist.ts'
import type { Shop } from '../../e2e/support/shop.ts'

/** The options of the same file's copies in one order; the last two are bound together. */
const LINES = [
  ['una cara', { color: 'blanco y negro', doble_faz: 0 }],
  ['doble faz', { color: 'blanco y negro', doble_faz: 1 }],
  ['una cara en color', { color: 'color', doble_faz: 0 }],
  ['anillado en color', { color: 'color', doble_faz: 1, anillado: 1 }],
  ['grupo, una cara', { color: 'blanco y negro', doble_faz: 0, grupo: 'grupo0' }],
  ['grupo, doble faz en color', { color: 'color', doble_faz: 1, grupo: 'grupo0' }],
] as const
const BOUND = 2

/** A printed page: which page of the file it shows, from 1, and how. */
export type Printed = { opciones: string; page: number; grey: boolean; sheet: number }
export type Work = { path: string; printed: Printed[]; blanks: number[] }

/** `refused`: before the payment; `late`: after it. */
export type Made =
  | { is: 'refused'; why: string }
  | { is: 'late'; why: string }
  | { is: 'paper'; paginas: number; works: Work[]; pedido: PedidoAnswer }

export async function printFile(
  shop: Shop,
  { bytes, folder, headers }: { bytes: Uint8Array; folder: string; headers: Record<string, string> },
): Promise<Made> {
  const address = `198.18.${randomInt(256)}.${randomInt(1, 255)}`
  const send: Send = (path, init) =>
    fetch(`${shop.url}${path}`, { ...init, headers: { ...init.headers, 'x-forwarded-for': address } })
  let id: string
  try {
    id = await order(send, bytes)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { is: 'refused', why: error.message }
  }
  const seen = await send(`/api/mostrador/pedidos/${id}`, { headers })
  const { trabajos } = (await seen.json()) as PedidoMostrador
  const pedido = (await (await send(`/api/pedidos/${id}`, {})).json()) as PedidoAnswer
  const paginas = pedido.archivos[0]?.paginas ?? 0
  const works: Work[] = []
  const next = { bound: 0 }
  for (const trabajo of trabajos) {
    const answer = await send(`/api/mostrador/pedidos/${id}/trabajos/${trabajo.id}.pdf`, { headers })
    if (!answer.ok) return { is: 'late', why: `${trabajo.nombre}: ${answer.status} ${await answer.text()}` }
    const path = join(folder, `${trabajo.id}.pdf`)
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
    works.push({ path, ...placesOf(trabajo, paginas, next) })
  }
  return { is: 'paper', paginas, works, pedido }
}

async function order(send: Send, bytes: Uint8Array): Promise<string> {
  const files = LINES.map(([nombre, opciones]) => ({ nombre: `${nombre}.pdf`, bytes, opciones }))
  const { pedido_id } = await uploadAll(send, { carrito: randomUUID() }, files)
  const contact = {
    email: `${randomUUID()}@example.com`,
    celular: '3865412233',
    sucursal: 'Alberdi',
    modo_entrega: 'retiro',
  }
  for (;;) {
    try {
      const { importe_final } = await post(send, '/api/completar_compra', { pedido_id, ...contact })
      await pay(send, pedido_id, Number(importe_final))
      return pedido_id
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409 || !error.message.includes('Todavía'))
        throw error
      await sleep(500) // still being proved
    }
  }
}

/** Which page of the file is on each page of a work. The shop's rules are written here a second time, to check them. */
function placesOf(
  { nombre, hojas, paginas: all }: PedidoMostrador['trabajos'][number],
  paginas: number,
  next: { bound: number },
): Pick<Work, 'printed' | 'blanks'> {
  const printed: Printed[] = []
  if (nombre.endsWith('.pdf')) {
    const name = nombre.replace('.pdf', '')
    for (let page = 1; page <= paginas; page++)
      printed.push({ opciones: name, page, grey: !name.includes('color'), sheet: page })
    return { printed, blanks: [] }
  }
  // A work that is bound together: its sides are counted on through all its books
  for (let sheet = 1; sheet <= all; sheet++) {
    const side = next.bound + sheet
    const isFirst = side <= paginas * BOUND
    const page = isFirst ? (side + 1) / 2 : side - paginas * BOUND
    if (!Number.isInteger(page) || page > paginas) continue
    const [opciones] = LINES[isFirst ? 4 : 5]
    printed.push({ opciones, page, grey: isFirst, sheet })
  }
  next.bound += hojas * BOUND
  const used = new Set(printed.map(({ sheet }) => sheet))
  return { printed, blanks: Array.from({ length: all }, (_, at) => at + 1).filter((at) => !used.has(at)) }
}
