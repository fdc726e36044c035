import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { enterAs } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, moveTo, paid } from '../../testing/pedidos.ts'
import { OWNER, otherProcess, type Shop, testShop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'
import { sendResumen } from './resumen.ts'

const at = (text: string) => Date.parse(`${text}:00-03:00`)

async function aShop(start: string) {
  const now = { ms: at(start) }
  const shop = await testShop({ now: () => new Date(now.ms) })
  const put = async (resumen: boolean) => {
    const payload = { correos: { resumen } }
    const headers = await enterAs(shop)
    const answer = await shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', headers, payload })
    expect(answer.json().correos).toEqual({ demora: true, resumen })
  }
  return { shop, now, put }
}

const sent = ({ db }: Shop) => db.select().from(correos).where(like(correos.clave, 'resumen:%'))

test('after the last branch closed each owner is told once what happened since the closing before, and what waits', async () => {
  // A Sunday: its orders are in Monday's summary
  const { shop, now, put } = await aShop('2026-11-22T20:00')
  const second = await otherProcess(shop.url, { dataDir: shop.dataDir, now: shop.deps.now })
  const files = [{ nombre: 'a.pdf', bytes: await makePdf({ pages: 1 }) }]
  await paid(shop, { files })
  now.ms = at('2026-11-23T09:00')
  const byHand = await confirmed(shop, { files, change: { email: 'luz@example.com' } })
  await chargeInCash(shop, byHand.id, await enterAs(shop))
  await moveTo(shop, byHand.id, 'en_produccion', 'listo')
  await confirmed(shop, { files })
  now.ms = at('2026-11-23T21:05')
  await sendResumen(shop.deps)
  expect(await sent(shop)).toEqual([]) // off at first

  await put(true)
  now.ms = at('2026-11-23T20:59')
  await sendResumen(shop.deps)
  expect(await sent(shop)).toEqual([])
  now.ms = at('2026-11-23T21:05')
  await Promise.all([shop, second, shop, second].map(({ deps }) => sendResumen(deps)))
  const [mail, ...more] = await sent(shop)
  expect(more).toEqual([])
  expect(mail?.para).toBe(OWNER.email)
  expect(mail?.texto).toContain('Desde el sáb 21/11, 13:00 h hasta el lun 23/11, 21:00 h.')
  for (const line of [
    '- Confirmados: 3',
    '- Pagados: 2',
    '- No estuvieron a su hora: 1', // Sunday's, promised for the morning
    '- Por la web, ',
    '- En el mostrador, Efectivo: $ 95,00',
    '- Neto: $ 190,00',
    '- Impresiones dudosas, sin respuesta: 0',
    '- Por pagar: 1',
    '- Pagados, sin empezar: 1',
    '- En producción: 0',
    '- Listos, sin retirar: 1',
  ])
    expect(mail?.texto).toContain(line)

  // The next day's mail repeats nothing of it
  now.ms = at('2026-11-24T21:01')
  await sendResumen(shop.deps)
  const [, next] = await sent(shop)
  expect(next?.texto).toContain('- Confirmados: 0')
  expect(next?.texto).toContain('- Neto: $ 0,00')
  expect(next?.texto).toContain('- Pagados, sin empezar: 1')
})

test('a server that was off tells it for some hours, and not the day after; without hours there is no closing', async () => {
  const { shop, now, put } = await aShop('2026-11-23T12:00')
  await put(true)
  now.ms = at('2026-11-24T05:01')
  await sendResumen(shop.deps)
  expect(await sent(shop)).toEqual([])
  now.ms = at('2026-11-24T04:59')
  await sendResumen(shop.deps)
  expect((await sent(shop)).map(({ clave }) => clave.split(':')[1])).toEqual(['2026-11-23'])
})

test('an ordinary cancellation sends the owner nothing', async () => {
  const { shop, now } = await aShop('2026-11-23T09:00')
  const [unpaid, bought] = [await confirmed(shop), await paid(shop)]
  for (const { id } of [unpaid, bought]) {
    const answer = await shop.post(`/api/pedidos/${id}/cancelar`, { email: 'ana@example.com' })
    expect(answer.statusCode).toBe(200)
  }
  now.ms += 60_000
  expect(await shop.db.$count(pedidos, eq(pedidos.estado, 'cancelado'))).toBe(2)
  expect(await shop.db.$count(correos, eq(correos.para, OWNER.email))).toBe(0)
})
