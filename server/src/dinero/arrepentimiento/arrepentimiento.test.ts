import { describe, expect, test } from 'vitest'
import { arrepentimientos } from '../../base/db/schema/arrepentimiento.ts'
import { OWNER, type Shop, testShop } from '../../testing/shop.ts'

const asked = (change: object = {}) => ({
  nombre: 'Ana Paz',
  email: 'Ana@example.com',
  compra: 'Pedido 1042',
  motivo: '',
  ...change,
})
const send = (shop: Shop, change: object = {}) => shop.post('/api/arrepentimiento', asked(change))
const kept = (shop: Shop) => shop.db.select().from(arrepentimientos)

async function mailsTo(shop: Shop, para: string) {
  const answer = await shop.get(`/dev/correo?para=${para}`, { accept: 'application/json' })
  return answer.json<{ asunto: string; texto: string; html: string }[]>()
}

describe('taking a purchase back', () => {
  test('needs no account: the code comes at once and by mail, and the owner is told', async () => {
    const shop = await testShop()
    const answer = await send(shop, { compra: 'Pedido 1042 <b>' })
    const { codigo, recibido } = answer.json<{ codigo: string; recibido: string }>()
    expect(answer.statusCode).toBe(200)
    expect(codigo).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
    expect(Math.abs(Date.parse(recibido) - Date.now())).toBeLessThan(60_000)
    const [mine] = await mailsTo(shop, 'ana@example.com')
    expect(mine?.texto).toContain(codigo)
    expect(mine?.texto).not.toContain('Ana Paz') // the person who typed it may not be Ana
    const [owners] = await mailsTo(shop, OWNER.email)
    expect(owners?.texto).toContain('Ana Paz')
    expect(owners?.html).toContain('Pedido 1042 &lt;b&gt;')
  })

  test('25 identical requests at once are kept as one, with one mail', async () => {
    const shop = await testShop()
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(shop)))
    const codes = answers.map((answer) => answer.json<{ codigo: string }>().codigo)
    expect([...new Set(codes)]).toEqual((await kept(shop)).map(({ codigo }) => codigo))
    expect(await mailsTo(shop, 'ana@example.com')).toHaveLength(1)
  })

  test('missing or too long fields are refused by name, and nothing is kept', async () => {
    const shop = await testShop()
    const cases = [
      [{ nombre: ' ' }, { nombre: ['El nombre es obligatorio'] }],
      [{ email: 'ana' }, { email: ['Por favor ingresa un email válido'] }],
      [{ compra: undefined }, { compra: ['Contanos qué compraste, o el número de pedido'] }],
      [{ compra: 'x'.repeat(501) }, { compra: ['Es demasiado largo: hasta 500 caracteres.'] }],
      [{ motivo: 'x'.repeat(1001) }, { motivo: ['Es demasiado largo: hasta 1000 caracteres.'] }],
    ] as const
    for (const [change, errors] of cases) {
      const answer = await send(shop, change)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual(errors)
    }
    expect(await kept(shop)).toEqual([])
  })

  test('a browser may not flood the shop, nor a mailbox be flooded; requests kept before stay', async () => {
    const shop = await testShop()
    const from = (browser: string) => ({ cookie: `navegador=${browser.padEnd(22, '_')}` })
    const sendFrom = (browser: string, number: number) =>
      shop.post('/api/arrepentimiento', asked({ compra: `Pedido ${number}` }), from(browser))
    for (let number = 0; number < 10; number++) expect((await sendFrom('una', number)).statusCode).toBe(200)
    const refused = await sendFrom('una', 10)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (let number = 11; number < 14; number++) expect((await sendFrom('otra', number)).statusCode).toBe(200)
    expect(await kept(shop)).toHaveLength(13)
    expect(await mailsTo(shop, 'ana@example.com')).toHaveLength(10)
  })

  test('the owner gets ten mails a day, of which the last says where the others are; no request is lost', async () => {
    const shop = await testShop()
    const ask = async (number: number) => {
      const from = { cookie: `navegador=${String(number).padEnd(22, '_')}` }
      const body = asked({ compra: `Pedido ${number}`, email: `cliente${number}@example.com` })
      expect((await shop.post('/api/arrepentimiento', body, from)).statusCode).toBe(200)
    }
    const toOwner = () => mailsTo(shop, OWNER.email)
    const where =
      'Si hoy llegan más, no te los mandamos por correo: están en el mostrador, en Arrepentimientos.'
    for (let number = 0; number < 9; number++) await ask(number)
    expect((await toOwner()).filter(({ texto }) => texto.includes(where))).toEqual([])
    for (let number = 9; number < 14; number++) await ask(number)
    const told = await toOwner()
    expect(told).toHaveLength(10)
    const last = told.filter(({ texto, html }) => texto.includes(where) && html.includes(where))
    expect(last.map(({ texto }) => /Pedido \d+/.exec(texto)?.[0])).toEqual(['Pedido 9'])
    expect(await kept(shop)).toHaveLength(14)
    expect(await mailsTo(shop, 'cliente13@example.com')).toHaveLength(1)
    shop.clock.offsetMs += 86_400_001
    await ask(14)
    expect(await toOwner()).toHaveLength(11)
  })

  test('it is kept five years', async () => {
    const shop = await testShop()
    await send(shop)
    shop.clock.offsetMs = 4.9 * 365 * 86_400_000
    await shop.app.housekeeping()
    expect(await kept(shop)).toHaveLength(1)
    shop.clock.offsetMs = 5.1 * 365 * 86_400_000
    await shop.app.housekeeping()
    expect(await kept(shop)).toEqual([])
  })
})
