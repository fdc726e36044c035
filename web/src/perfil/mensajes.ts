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

/** Null after success; else the message to show under the password. `lost`: what is true where no answer came. */
export async function mensajeRefusal(
  confirmed: () => Promise<{ ok: boolean; data: unknown }>,
  failed: string,
  lost: (error: unknown) => string,
): Promise<string | null> {
  try {
    const answer = await confirmed()
    return answer.ok ? null : (firstMessage(answer.data, ['password', 'detail']) ?? failed)
  } catch (error) {
    return lost(error)
  }
}
