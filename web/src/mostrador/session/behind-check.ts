import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { passCaptcha } from '../../api/session/captcha.ts'

/** Sends; where the server asks for the anti-bot check first, passes it and sends once more. */
export async function behindCheck<A extends { codigo: Rechazo | null }>(send: () => Promise<A>): Promise<A> {
  const answer = await send()
  if (answer.codigo !== 'captcha') return answer
  return (await passCaptcha('mostrador')) ? send() : answer
}
