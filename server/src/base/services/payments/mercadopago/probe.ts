import * as z from 'zod'
import type { Probe } from '../../probe.ts'
import { type Client, MercadoPagoRefused, type MercadoPagoSettings } from './client.ts'

const Account = z.object({
  id: z.union([z.number(), z.string()]),
  nickname: z.string().nullish(),
  site_id: z.string().nullish(),
  tags: z.array(z.string()).nullish().catch(null),
})

/** The account of the access token, and missing settings. */
export async function probeAccount(ask: Client, { webhookSecret }: MercadoPagoSettings): Promise<Probe> {
  const bad = (detail: string) => ({ ok: false, detail })
  let answer: unknown
  try {
    answer = await ask({ method: 'GET', path: '/users/me' })
  } catch (error) {
    if (!(error instanceof MercadoPagoRefused))
      return bad('Mercado Pago no responde. Probá de nuevo en un momento.')
    if (error.status === 401 || error.status === 403)
      return bad(
        'Mercado Pago no acepta el Access Token: copialo de nuevo de sus Credenciales de producción.',
      )
    return bad(`Mercado Pago respondió con un error (${error.status}).`)
  }
  const { success, data } = Account.safeParse(answer)
  if (!success) return bad('Mercado Pago respondió algo que no se entiende.')
  const who = `cuenta ${data.nickname ?? data.id} (${data.id})`
  if (data.site_id && data.site_id !== 'MLA')
    return bad(`Mercado Pago responde, pero la ${who} no es de Argentina: no puede cobrar en pesos.`)
  if (!webhookSecret)
    return bad(`Mercado Pago responde: ${who}. Falta MP_WEBHOOK_SECRET: los avisos de pago se rechazan.`)
  const isTest = data.tags?.includes('test_user') ? ' Es una cuenta de prueba: no se cobra de verdad.' : ''
  return { ok: true, detail: `Mercado Pago responde: ${who}.${isTest}` }
}
