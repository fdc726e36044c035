import { readBody } from './call.ts'

/** How an attempt to upload and quote ended. */
export type Resultado =
  | { kind: 'cotizado' }
  | { kind: 'cancelado' }
  /** Contents that this device lost: they must be chosen again. */
  | { kind: 'perdidos'; nombres: string[] }
  /** Bytes that the server no longer has. */
  | { kind: 'faltan'; nombres: string[] }
  /** Files it would not take, each message beginning with «its name». */
  | { kind: 'rechazado'; archivos: string[] }
  /** The order has a payment and can no longer change. */
  | { kind: 'pagado' }
  /** Anything else; `detail` is the server's word, if it had one. */
  | { kind: 'falla'; detail: string | null }

/** What a refusal of upload_archivo means. */
export function uploadRefusal({
  status,
  data,
  errores,
}: {
  status: number
  data: unknown
  errores: string | null
}): Resultado {
  const faltan = textsIn(data, 'faltan')
  if (status === 409 && faltan.length > 0) return { kind: 'faltan', nombres: faltan }
  if (status === 409) return { kind: 'pagado' }
  const archivos = textsIn(data, 'archivos')
  if (status === 400 && archivos.length > 0) return { kind: 'rechazado', archivos }
  return { kind: 'falla', detail: status >= 400 && status !== 500 && isPlain(data) ? errores : null }
}

/** Messages by the file they name, and those that name none. */
export function byArchivo(
  messages: readonly string[],
  archivos: readonly { id: string; name: string }[],
): { problems: Map<string, string>; rest: string[] } {
  const problems = new Map<string, string>()
  const rest: string[] = []
  for (const message of messages) {
    const archivo = archivos.find(({ name }) => message.normalize('NFC').startsWith(`«${name}»`))
    if (archivo) problems.set(archivo.id, message)
    else rest.push(message)
  }
  return { problems, rest }
}

/** What is left of it once a file was removed from the list: nothing is said of that one any more. */
export function withoutArchivo(resultado: Resultado | null, name: string): Resultado | null {
  if (resultado?.kind === 'perdidos') {
    const nombres = resultado.nombres.filter((one) => one !== name)
    return nombres.length > 0 ? { ...resultado, nombres } : null
  }
  if (resultado?.kind === 'rechazado') {
    const archivos = messagesWithout(resultado.archivos, name)
    return archivos.length > 0 ? { ...resultado, archivos } : null
  }
  return resultado
}

/** Each begins with «the name» of the file that it is about. */
export const messagesWithout = (messages: readonly string[], name: string): string[] =>
  messages.filter((message) => !message.normalize('NFC').startsWith(`«${name}»`))

/** {detail}: a sentence for people, not a proxy's page. */
const isPlain = (data: unknown): boolean => typeof data === 'object' && data !== null && 'detail' in data

export function textsIn(data: unknown, field: 'faltan' | 'archivos'): string[] {
  if (typeof data !== 'object' || data === null) return []
  const value: unknown = Object.entries(data).find(([name]) => name === field)?.[1]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** The server said no, and will again. */
export class RefusedUpload extends Error {
  /** Its {detail}, if it gave one. */
  detail: string | null
  constructor(status: number, body: string) {
    super(`Upload refused with ${status}`)
    this.name = 'RefusedUpload'
    const data = readBody(body)
    this.detail = typeof data === 'object' && data !== null && 'detail' in data ? String(data.detail) : null
  }
}
