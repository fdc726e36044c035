/** Messages by field; those of no field are in `general`. */
export type Problemas<Campo extends string> = Partial<Record<Campo | 'general', string>>

/**
 * The reasons of the server's refusal: under each of `campos` that it names, else in general, with `failed`
 * as the default.
 */
export function problemasOf<Campo extends string>(
  campos: readonly Campo[],
  data: unknown,
  errores: string | null,
  failed: string,
): Problemas<Campo> {
  const found = new Map(typeof data === 'object' && data !== null ? Object.entries(data) : [])
  const named = campos.flatMap((campo): [Campo, string][] => {
    const told: unknown = found.get(campo)
    return told === undefined ? [] : [[campo, Array.isArray(told) ? told.join(' ') : String(told)]]
  })
  const problemas: Problemas<Campo> = {}
  for (const [campo, text] of named) problemas[campo] = text
  if (named.length === 0) problemas.general = errores ?? failed
  return problemas
}
