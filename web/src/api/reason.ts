import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'

type Refusal = { codigo: Rechazo | null; errores: string | null }

/** The shop's reason for a refusal, to be shown below a screen's own words. A proxy has none that is worth reading. */
export const reasonOf = (refusal: Refusal | null): string | null => (refusal?.codigo ? refusal.errores : null)

/** When to try again, of a call that was one too many; null: it was refused for another reason. */
export const waitOf = (refusal: Refusal): string | null =>
  refusal.codigo === 'limite' ? refusal.errores : null

/** A number in a refusal's body; null: it has none of that name. */
export function numberAt(body: unknown, name: string): number | null {
  const fields = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  const value: unknown = fields.get(name)
  return typeof value === 'number' ? value : null
}

/** A refusal's messages by field, without the field's name in front. A sentence about the whole is `detail`. */
export function messagesIn(data: unknown): Record<string, string> {
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : []
  const said = fields.filter(([, one]) => typeof one === 'string' || Array.isArray(one))
  return Object.fromEntries(
    said.map(([field, one]) => [field, [one].flat().join(' ')]).filter(([, text]) => text !== ''),
  )
}
