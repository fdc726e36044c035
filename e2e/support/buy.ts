import { randomUUID } from 'node:crypto'
import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { Refused } from './insist.ts'

/** A purchase as the web's calls make it, without a browser. Each step is true once it answered. */

export type Send = (path: string, init: RequestInit) => Promise<Response>

export const sendTo =
  (url: string): Send =>
  (path, init) =>
    fetch(`${url}${path}`, init)

/** Without `bytes`: `opciones.subida` names an upload in parts. */
export type Subido = { nombre: string; bytes?: Uint8Array | undefined; opciones: Record<string, unknown> }

/** The fields in the order of the contract: the server reads them before the files arrive. */
export async function uploadAll(
  send: Send,
  fields: Record<string, string>,
  files: readonly Subido[],
  init: RequestInit = {},
): Promise<Cotizacion> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('archivos_data', JSON.stringify(files.map(({ nombre, opciones }) => ({ nombre, ...opciones }))))
  for (const { nombre, bytes } of files)
    if (bytes) form.append('archivos', new Blob([bytes as BlobPart]), nombre)
  // The form is sent as bytes: undici leaves a rejection unhandled when a streamed form is aborted
  const sent = new Response(form)
  const headers = { ...init.headers, 'content-type': sent.headers.get('content-type') ?? '' }
  const body = await sent.arrayBuffer()
  const answer = await send('/api/upload_archivo', { ...init, method: 'POST', headers, body })
  if (!answer.ok) throw new Refused('/api/upload_archivo', answer.status, await answer.text())
  return (await answer.json()) as Cotizacion
}

/**
 * One PDF: its bytes, or the id of an upload in parts. `carrito`: the browser's id; the same id replaces its
 * draft.
 */
export function upload(
  send: Send,
  {
    bytes,
    subida,
    inColor = false,
    carrito = randomUUID(),
  }: { bytes?: Uint8Array; subida?: string; inColor?: boolean; carrito?: string },
  init: RequestInit = {},
): Promise<Cotizacion> {
  const opciones = { color: inColor ? 'color' : 'blanco y negro', subida }
  return uploadAll(send, { carrito }, [{ nombre: 'a.pdf', bytes, opciones }], init)
}

export async function post(
  send: Send,
  path: string,
  body: object,
  init: RequestInit = {},
): Promise<Record<string, unknown>> {
  const headers = { ...init.headers, 'content-type': 'application/json' }
  const answer = await send(path, { ...init, method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Refused(path, answer.status, await answer.text())
  return (await answer.json()) as Record<string, unknown>
}

/** For pickup in Alberdi. @returns its price */
export async function confirm(
  send: Send,
  pedido_id: string,
  init?: RequestInit,
  email = 'ana@example.com',
): Promise<number> {
  const contact = {
    email,
    celular: '3865412233',
    sucursal: 'Alberdi',
    modo_entrega: 'retiro',
  }
  const { importe_final } = await post(send, '/api/completar_compra', { pedido_id, ...contact }, init)
  return Number(importe_final)
}

/** Approves it at the simulated checkout: the shop is notified a moment later, as by the real one. */
export async function pay(send: Send, pedido_id: string, total: number, init?: RequestInit): Promise<void> {
  const { init_point } = await post(send, '/api/crear-preferencia', { pedido_id, total }, init)
  await post(send, `/api${new URL(String(init_point)).pathname}`, { accion: 'aprobar' }, init)
}
