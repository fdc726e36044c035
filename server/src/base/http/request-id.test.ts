import { sql } from 'drizzle-orm'
import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { testShop } from '../../testing/shop.ts'
import { listen } from '../../testing/socket.ts'
import { createLogger } from '../runtime/logger.ts'
import { requestIds } from './request-id.ts'

const OWN = /^[0-9a-f]{8}-[0-9a-z]+$/

async function openShop(trustProxy: string | boolean) {
  const lines: { reqId?: string; msg: string }[] = []
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const shop = await testShop({ log }, { trustProxy })
  const url = await listen(shop.app)
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url + path, { headers })
    return { id: answer.headers.get('x-request-id') ?? '', status: answer.status, body: await answer.text() }
  }
  return { shop, lines, ask }
}

describe('over the socket', () => {
  test('every call has an id of its own, answered and in each of its lines, and no later start gives it again', async () => {
    const { lines, ask } = await openShop(false)
    const ids = [await ask('/api/get_config_delivery/'), await ask('/nada'), await ask('/api/nada')].map(
      ({ id }) => id,
    )
    for (const id of ids) expect(id).toMatch(OWN)
    const later = (await (await openShop(false)).ask('/api/get_config_delivery/')).id
    expect(new Set([...ids, later]).size).toBe(4)
    expect(later.split('-')[0]).not.toBe(ids[0]?.split('-')[0])
    const logged = lines.filter(({ reqId }) => reqId !== undefined)
    expect(new Set(logged.map(({ reqId }) => reqId))).toEqual(new Set(ids))
    expect(logged.filter(({ reqId }) => reqId === ids[0]).length).toBeGreaterThan(1)
  })

  test('a trusted proxy’s id is taken over where it has the shape of one; a stranger’s never is', async () => {
    const behind = await openShop('loopback')
    const given = '0af7651916cd43dd8448eb211c80319c'
    expect((await behind.ask('/api/get_config_delivery/', { 'x-request-id': given })).id).toBe(given)
    expect(behind.lines.some(({ reqId }) => reqId === given)).toBe(true)
    for (const wrong of [
      'corto',
      'x'.repeat(65),
      'con espacio y más',
      '<script>alert(1)</script>',
      'a\tb-1234567',
    ])
      expect((await behind.ask('/api/get_config_delivery/', { 'x-request-id': wrong })).id, wrong).toMatch(
        OWN,
      )
    const direct = await openShop(false)
    expect((await direct.ask('/api/get_config_delivery/', { 'x-request-id': given })).id).toMatch(OWN)
  })

  test('a failure of ours shows its code, in the app and on a plain page', async () => {
    const { shop, lines, ask } = await openShop(false)
    await shop.db.execute(sql`alter table pedidos rename column estado to otro`)
    const call = await ask('/api/pedidos/AAAAAAAAAAAAAAAAAAAAAA')
    expect(call.status).toBe(500)
    expect(JSON.parse(call.body)).toEqual({
      detail: 'Falló algo de nuestro lado. Probá de nuevo en unos minutos.',
      codigo_problema: call.id,
    })
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'unhandled', reqId: call.id }))
    const page = await ask('/pago/vuelta/AAAAAAAAAAAAAAAAAAAAAA', { accept: 'text/html' })
    expect(page.status).toBe(500)
    expect(page.body).toEqual(expect.stringContaining(`Código del problema: ${page.id}`))
  })
})

test.each([
  ['127.0.0.1,::1', '127.0.0.1', true],
  ['127.0.0.1,::1', '::ffff:127.0.0.1', true],
  ['127.0.0.1,::1', '10.0.0.1', false],
  ['10.1.0.0/16', '10.1.200.3', true],
  ['10.1.0.0/16', '10.2.0.1', false],
  ['uniquelocal', '192.168.1.9', true],
  ['fd00::/8', 'fd12::1', true],
  [undefined, '127.0.0.1', false],
])('TRUST_PROXY=%s and a call from %s', (trust, address, isTaken) => {
  const trustProxy = trust?.split(',') ?? false
  const id = requestIds(trustProxy)({
    headers: { 'x-request-id': 'abcdefgh1234' },
    socket: { remoteAddress: address },
  } as never)
  expect(id === 'abcdefgh1234').toBe(isTaken)
  // Fastify itself reads the setting in the same way
  expect(() => fastify({ trustProxy })).not.toThrow()
})
