// A text of 63 KB or 1 MiB where a word is expected, in each field of each call, over a real socket.
import { expect, test } from 'vitest'
import { bearer, newCliente } from './testing/cuenta.ts'
import { isCut, longTexts, SHAPE_COUNT } from './testing/hostile/long-texts.ts'
import { enterAs } from './testing/mostrador.ts'
import { rounds } from './testing/rounds.ts'
import { openShop } from './testing/socket.ts'

const KB = 1024
/** A body of JSON may have 64 KB. */
const WITHIN = 60 * KB
/**
 * A text that is no CUIT counts as none, which is told only once the order is known. Of a check and of a code the whole
 * call is refused, and no field is named.
 */
const NAME_NO_FIELD = [
  '/api/facturas/padron',
  '/api/auth/controlar_captcha/',
  '/api/puntos/canjear-impresion/',
]

test('each is refused by its field’s own message, or as too large; none causes an error of ours', async () => {
  const shop = await openShop()
  await shop.app.ready()
  const owner = await enterAs(shop)
  const cliente = bearer((await newCliente(shop)).access)
  const visitor = shop.visitor()
  const ask = async (bytes: number, turn: number) => {
    for (const { method, path, body, field } of longTexts(shop.app.calls, bytes, turn)) {
      const headers = {
        ...(path.startsWith('/api/mostrador') ? owner : cliente),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const asked = { method, headers, ...(body !== undefined && { body }) }
      const answer = await visitor.ask(path, asked).catch((error) => {
        if (bytes > WITHIN && isCut(error)) return null
        throw error
      })
      if (!answer) continue // refused while it was still being sent
      const about = `${method} ${path.slice(0, 60)} ${field.place} ${field.path.join('.')}: ${answer.body.slice(0, 200)}`
      expect(answer.status, about).toBeLessThan(500)
      if (field.place !== 'body' || answer.status !== 400 || NAME_NO_FIELD.includes(path)) continue
      // Other missing fields may be named too; the long one always is
      expect(Object.keys(answer.json<object>()), about).toContain(field.path[0])
    }
  }
  for (let turn = 0; turn < rounds(1, SHAPE_COUNT); turn++) {
    await ask(WITHIN, turn)
    await ask(KB * KB, turn)
  }
}, 300_000)
