import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'

/**
 * Why a call was refused, from the headers of its answer (`X-Codigo`). Null where none is named: the call was not refused, or a
 * proxy refused it. The server's word is taken: a newer server may name a reason that no screen compares with.
 */
export const rechazoIn = (headers: Pick<Headers, 'get'>): Rechazo | null =>
  headers.get('x-codigo') as Rechazo | null

/**
 * The reason of a refusal without X-Codigo, by the keys of its body: a server that stands in for ours may send statuses and
 * bodies alone (docs/decisions/071). Null for a proxy's body.
 */
export function rechazoOfBody(status: number, data: unknown): Rechazo | null {
  if (typeof data !== 'object' || data === null) return null
  if (status === 404) return Object.keys(data).join() === 'detail' ? 'no_existe' : null
  if (status === 409) return 'importe_final' in data ? 'importe_cambio' : null
  if (status !== 400) return null
  if ('archivos' in data && areTexts(data.archivos)) return 'archivo_rechazado'
  return Object.values(data).some(areTexts) ? 'datos' : null
}

const areTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

/** Whether the shop itself refused, so that another try would be too; false if it failed or a proxy answered. */
export const isFinal = ({ status, codigo }: { status: number; codigo: Rechazo | null }): boolean =>
  codigo !== null && status < 500

/** Is a refusal named by one of these? An answer that names none is not. */
export const isAmong = (wanted: readonly Rechazo[], codigo: Rechazo | null | undefined): boolean =>
  wanted.some((one) => one === codigo)
