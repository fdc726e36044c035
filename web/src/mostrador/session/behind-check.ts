import { passCaptcha } from '../../api/captcha.ts'
import { says } from './says.ts'

/** Sends; where the server asks for the anti-bot check first, passes it and sends once more. */
export async function behindCheck<A extends { ok: boolean; data: unknown }>(
  send: () => Promise<A>,
): Promise<A> {
  const answer = await send()
  if (!says(answer, 'captcha')) return answer
  return (await passCaptcha('mostrador')) ? send() : answer
}
