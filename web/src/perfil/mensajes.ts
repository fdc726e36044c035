/** The first message that a refusal has under one of these fields, in this order. */
export function firstMessage(body: unknown, fields: readonly string[]): string | null {
  return problemIn(body, fields)?.text ?? null
}

/** The same, and under which field it was. */
export function problemIn(body: unknown, fields: readonly string[]): { field: string; text: string } | null {
  if (typeof body !== 'object' || body === null) return null
  for (const field of fields) {
    const value = Object.entries(body).find(([name]) => name === field)?.[1]
    const text: unknown = Array.isArray(value) ? value[0] : value
    if (typeof text === 'string' && text !== '') return { field, text }
  }
  return null
}

/**
 * Null after success; else the message to show under the password. `lost`: what is true where the shop's answer did not
 * come. The shop names a reason for its own failures; a proxy that waited in vain names none.
 */
export async function mensajeRefusal(
  confirmed: () => Promise<{ ok: boolean; status: number; codigo: string | null; data: unknown }>,
  failed: string,
  lost: (error: unknown) => string,
): Promise<string | null> {
  try {
    const answer = await confirmed()
    if (answer.ok) return null
    if (answer.codigo === null && answer.status >= 500) return lost(null)
    return firstMessage(answer.data, ['password', 'detail']) ?? failed
  } catch (error) {
    return lost(error)
  }
}
