// Sends each call with one wrong field and all others filled, over a real socket: the first check that refuses must not
// hide what a later one would do.
import { expect, test } from 'vitest'
import { createLogger } from './base/runtime/logger.ts'
import { bearer, newCliente } from './testing/cuenta.ts'
import { wrongOnes } from './testing/hostile/one-wrong.ts'
import { enterAs } from './testing/mostrador.ts'
import { OWNER } from './testing/shop.ts'
import { openShop } from './testing/socket.ts'

/** Streams and long polls, which do not end, and calls that end the session that the others need. */
const NOT_ASKED = /eventos$|agente\/tareas|\/salir$|logout|eliminar$|subidas/

test('one wrong field among good ones is refused or does nothing; none causes an error of ours', async () => {
  const lines: string[] = []
  const shop = await openShop({ log: createLogger('warn', { write: (line) => void lines.push(line) }) })
  await shop.app.ready()
  const owner = await enterAs(shop)
  const cliente = bearer((await newCliente(shop)).access)
  const made = await shop.post(
    '/api/mostrador/agentes',
    { nombre: 'PC', sucursal: 'Alberdi', actual: OWNER.password },
    owner,
  )
  const agente = { ...bearer(made.json<{ token: string }>().token), 'x-agente-instancia': 'pc-de-prueba' }
  const sessionFor = (path: string) =>
    path.startsWith('/api/mostrador') ? owner : path.startsWith('/api/agente') ? agente : cliente
  const failed: string[] = []
  for (const call of shop.app.calls.filter(({ url }) => !NOT_ASKED.test(url)))
    await Promise.all(
      wrongOnes(call).map(async ({ method, path, body, field }) => {
        const headers = {
          ...sessionFor(path),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        }
        const asked = { method, headers, ...(body !== undefined && { body }) }
        const { status } = await shop.visitor().ask(path, asked)
        if (status === 500) failed.push(`${method} ${path} ${field.place} ${field.path.join('.')}: ${body}`)
      }),
    )
  expect(failed).toEqual([])
  // Refused by a check of ours, not only by the database
  expect(lines.filter((line) => line.includes('a value that the database does not take'))).toEqual([])
}, 300_000)
