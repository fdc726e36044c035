import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { type Answer, readBody } from '../call.ts'
import { messagesIn } from '../reason.ts'

/** How an attempt to upload and quote ended. */
export type UploadResult =
  | { kind: 'cotizado' }
  | { kind: 'cancelado' }
  /** Files whose contents this device lost: the customer must choose them again. */
  | { kind: 'perdidos'; nombres: string[] }
  /** Files whose bytes the server no longer has. */
  | { kind: 'faltan'; nombres: string[] }
  /** Refused files; each message begins with «its name». */
  | { kind: 'rechazado'; archivos: string[] }
  /** The order has a payment and can no longer change. */
  | { kind: 'pagado' }
  /** Any other failure; `detail` is the server's message, if it sent one. */
  | { kind: 'falla'; detail: string | null }

/** The meaning of a refusal by upload_archivo. */
export function uploadRefusal({
  codigo,
  data,
}: Pick<Extract<Answer<unknown>, { ok: false }>, 'codigo' | 'data'>): UploadResult {
  if (codigo === 'faltan_archivos') return { kind: 'faltan', nombres: textsIn(data, 'faltan') }
  if (codigo === 'pedido_pagado') return { kind: 'pagado' }
  if (codigo === 'archivo_rechazado') return { kind: 'rechazado', archivos: textsIn(data, 'archivos') }
  return {
    kind: 'falla',
    detail: codigo && codigo !== 'error_interno' ? (messagesIn(data).detail ?? null) : null,
  }
}

type Listed = { id: string; name: string }

/** The file whose «name» the message begins with. A name may begin with another one and its quote: the longest is meant. */
function archivoIn(message: string, archivos: readonly Listed[]): Listed | undefined {
  const named = archivos.filter(({ name }) => message.normalize('NFC').startsWith(`«${name}»`))
  return named.sort((a, b) => b.name.length - a.name.length)[0]
}

/** Messages by the file they name, and those that name none. Each name is listed once, and the server takes no name twice. */
export function byArchivo(
  messages: readonly string[],
  archivos: readonly Listed[],
): { problems: Map<string, string>; rest: string[] } {
  const problems = new Map<string, string>()
  const rest: string[] = []
  for (const message of messages) {
    const archivo = archivoIn(message, archivos)
    if (archivo) problems.set(archivo.id, message)
    else rest.push(message)
  }
  return { problems, rest }
}

/** The result without the messages about the file `id`, which was removed from the list `archivos`. */
export function withoutArchivo(
  resultado: UploadResult | null,
  archivos: readonly Listed[],
  id: string,
): UploadResult | null {
  if (resultado?.kind === 'perdidos') {
    const name = archivos.find((one) => one.id === id)?.name
    const nombres = resultado.nombres.filter((one) => one !== name)
    return nombres.length > 0 ? { ...resultado, nombres } : null
  }
  if (resultado?.kind === 'rechazado') {
    const left = messagesWithout(resultado.archivos, archivos, id)
    return left.length > 0 ? { ...resultado, archivos: left } : null
  }
  return resultado
}

/** The messages that are not about the file `id` of `archivos`. */
export const messagesWithout = (
  messages: readonly string[],
  archivos: readonly Listed[],
  id: string,
): string[] => messages.filter((message) => archivoIn(message, archivos)?.id !== id)

export function textsIn(data: unknown, field: 'faltan' | 'archivos'): string[] {
  if (typeof data !== 'object' || data === null) return []
  const value: unknown = Object.entries(data).find(([name]) => name === field)?.[1]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** The server refused the upload for good: another try would be refused too. */
export class RefusedUpload extends Error {
  /** Its {detail}, if the answer had one. */
  detail: string | null
  codigo: Rechazo | null
  constructor(status: number, body: string, codigo: Rechazo | null = null) {
    super(`Upload refused with ${status}`)
    this.name = 'RefusedUpload'
    this.codigo = codigo
    this.detail = messagesIn(readBody(body)).detail ?? null
  }
}
