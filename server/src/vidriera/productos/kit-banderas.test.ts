import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { openShop } from '../../testing/socket.ts'

const PATH = '/api/mostrador/kit-banderas'

async function ownerOverSocket() {
  const shop = await openShop()
  const visitor = shop.visitor()
  const owner = await enterAs(shop)
  const send = (
    body: Uint8Array | string,
    headers: Record<string, string> = owner,
    type = 'application/pdf',
  ) => visitor.ask(PATH, { body, headers: { ...headers, 'content-type': type } })
  return { shop, visitor, owner, send, seen: async () => (await visitor.ask('/api/vidriera')).json<Seen>() }
}
type Seen = { kit_banderas: string | null }

describe('the PDF of the flag kits, over the socket', () => {
  test('is uploaded by the owner, served at its address, replaced, and taken away; each is written down', async () => {
    const { shop, visitor, owner, send, seen } = await ownerOverSocket()
    expect((await seen()).kit_banderas).toBeNull()
    expect((await visitor.ask('/kit-banderas.pdf')).status).toBe(404)
    for (const pages of [3, 5]) {
      const bytes = await makePdf({ pages })
      const answer = await send(bytes)
      expect(answer.status).toBe(200)
      expect(answer.json()).toMatchObject({ kit: { paginas: pages } })
      expect((await seen()).kit_banderas).toBe('/kit-banderas.pdf')
      const served = await fetch(`${shop.url}/kit-banderas.pdf`)
      expect(served.headers.get('content-type')).toBe('application/pdf')
      expect(Buffer.from(await served.arrayBuffer())).toEqual(Buffer.from(bytes))
    }
    expect((await visitor.ask(PATH, { headers: owner })).json()).toMatchObject({ kit: { paginas: 5 } })
    expect((await visitor.ask(PATH, { method: 'DELETE', headers: owner })).status).toBe(200)
    expect((await visitor.ask('/kit-banderas.pdf')).status).toBe(404)
    expect((await seen()).kit_banderas).toBeNull()
    const written = (await shop.db.select().from(auditoria)).map(({ antes, despues }) => [antes, despues])
    const kit = (pages: number) => ({ kit_banderas: expect.stringMatching(new RegExp(`^${pages} páginas`)) })
    expect(written).toEqual([
      [{ kit_banderas: null }, kit(3)],
      [kit(3), kit(5)],
      [kit(5), { kit_banderas: null }],
    ])
  })

  test('is refused where it is no PDF that can be read, too large, or not from the owner; nothing is lost by it', async () => {
    const { shop, visitor, send, seen } = await ownerOverSocket()
    const good = await makePdf()
    await send(good)
    const expectRefused = async (body: Uint8Array | string, message: string) => {
      const answer = await send(body)
      expect(answer.status).toBe(400)
      expect(answer.json<{ kit: string[] }>().kit.join()).toContain(message)
    }
    await expectRefused('hola', 'no es un PDF')
    await expectRefused(good.subarray(0, good.length / 2), 'dañado')
    const heavy = Buffer.concat([good, Buffer.alloc(20_000_000)])
    await expectRefused(heavy, 'El PDF pesa demasiado: hasta 20 MB.')
    expect((await send(Buffer.alloc(22_000_000, 'a'))).status).toBe(413)
    expect((await send('hola', undefined, 'text/plain')).status).toBe(415)
    expect((await send(good, {})).status).toBe(401)
    expect((await send(good, (await newOperador(shop, 1)).headers)).status).toBe(403)
    expect((await seen()).kit_banderas).toBe('/kit-banderas.pdf')
    expect(Buffer.from((await visitor.ask('/kit-banderas.pdf')).body, 'latin1').length).toBeGreaterThan(500)
  })
})
