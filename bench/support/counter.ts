import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { ask } from '../../e2e/support/server.ts'
import { OWNER, type Shop } from '../../e2e/support/shop.ts'

export type Counter = Awaited<ReturnType<typeof openCounter>>

/** The owner at the counter, on one connection that stays open; a call's milliseconds are to its last byte. */
export async function openCounter(shop: Shop) {
  const { access } = await ask<{ access: string }>(shop, '/api/mostrador/ingresar', OWNER)
  const headers = { authorization: `Bearer ${access}` }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    headers,
    async get(path: string): Promise<{ text: string; ms: number }> {
      const started = performance.now()
      const asked = request(`${shop.url}${path}`, { agent, headers }).end()
      const [response] = await once(asked, 'response')
      let text = ''
      for await (const chunk of response) text += chunk
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`)
      return { text, ms: performance.now() - started }
    },
    close: () => agent.destroy(),
  }
}
