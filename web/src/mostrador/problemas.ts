import type { Answer } from '../api/call.ts'
import { messagesIn } from '../api/reason.ts'
import { showProblem } from '../ui/notice/toasts.tsx'

type Refused = Pick<Answer<unknown>, 'data' | 'errores'>

/** A refusal's reasons, without the names of the fields that `errores` puts in front. */
export function wordsOf({ data, errores }: Refused): string | null {
  const messages = messagesIn(data)
  return messages.detail ?? (Object.values(messages).join(' ') || errores)
}

/** Tells why a call was refused, with `failed` as the default; where the session ended, its login says so. */
export function tellRefusal(
  refused: Refused & Pick<Answer<unknown>, 'codigo'>,
  failed: string,
  tell: (text: string) => void = showProblem,
): void {
  if (refused.codigo !== 'sesion') tell(wordsOf(refused) ?? failed)
}

/** Messages by field; those of no field are in `general`. */
export type Problemas<Campo extends string> = Partial<Record<Campo | 'general', string>>

/**
 * The reasons of the server's refusal: under each of `campos` that it names, else in general, with `failed`
 * as the default.
 */
export function problemasOf<Campo extends string>(
  campos: readonly Campo[],
  { data, errores }: Refused,
  failed: string,
): Problemas<Campo> {
  const messages = messagesIn(data)
  const problemas: Problemas<Campo> = {}
  for (const campo of campos) if (messages[campo]) problemas[campo] = messages[campo]
  if (Object.keys(problemas).length === 0) problemas.general = errores ?? failed
  return problemas
}
