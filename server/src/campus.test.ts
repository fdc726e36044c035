// A university or a mobile carrier is one address: a hundred customers behind it, each with their own
// browser.
import { expect, test } from 'vitest'
import { newEmail, registro } from './testing/cuenta.ts'
import { makePdf } from './testing/pdf.ts'
import { compra } from './testing/shop.ts'
import { openShop } from './testing/socket.ts'

const CAMPUS = '198.18.0.1'

test('a hundred customers behind one address quote deliveries, register, upload and order, all at once', async () => {
  const shop = await openShop()
  const bytes = await makePdf({ pages: 2 })
  const customers = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const visitor = shop.visitor(CAMPUS)
      await visitor.ask('/get_token_local')
      return { visitor, email: newEmail() }
    }),
  )
  const all = async (step: string, ask: (customer: (typeof customers)[number]) => Promise<number[]>) => {
    const statuses = (await Promise.all(customers.map(ask))).flat()
    expect([step, [...new Set(statuses)].sort()]).toEqual([step, step === 'registro' ? [201] : [200]])
  }
  await all('envío', async ({ visitor }) => {
    const body = { sucursal: 'Alberdi', direccion: 'Belgrano 120' }
    const answers = []
    for (let times = 0; times < 5; times++)
      answers.push((await visitor.ask('/api/entregas/cotizar', { body })).status)
    return answers
  })
  await all('registro', async ({ visitor, email }) => [
    (await visitor.ask('/api/clientes/', { body: registro({ email }) })).status,
  ])
  await all('ruleta', async ({ visitor, email }) => [
    (await visitor.ask(`/api/ruleta?correo=${encodeURIComponent(email)}`)).status,
  ])
  await all('pedido', async ({ visitor, email }) => {
    const form = new FormData()
    form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf' }]))
    form.append('archivos', new Blob([bytes as BlobPart], { type: 'application/pdf' }), 'a.pdf')
    const uploaded = await visitor.ask('/api/upload_archivo', { body: form })
    if (uploaded.status !== 200) return [uploaded.status]
    const { pedido_id } = uploaded.json<{ pedido_id: string }>()
    const bought = await visitor.ask('/api/completar_compra', { body: compra(pedido_id, { email }) })
    return [bought.status, (await visitor.ask(`/api/pedidos/${pedido_id}`)).status]
  })
}, 180_000)

test('a neighbour’s wrong codes count for the neighbour only: 20 of one browser, and the others’ orders go on', async () => {
  const shop = await openShop()
  const bytes = await makePdf()
  const browser = async () => {
    const visitor = shop.visitor(CAMPUS)
    await visitor.ask('/get_token_local')
    return visitor
  }
  const [thief, ana] = [await browser(), await browser()]
  const guess = (email: string) =>
    thief.ask('/api/puntos/canjear-impresion/', { body: { codigo: '0000-0000-0000', email } })
  for (let times = 0; times < 20; times++)
    expect((await guess(times % 2 ? 'ana@example.com' : newEmail())).status).toBe(400)
  expect((await guess('ana@example.com')).status).toBe(429)
  const form = new FormData()
  form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf' }]))
  form.append('archivos', new Blob([bytes as BlobPart], { type: 'application/pdf' }), 'a.pdf')
  const { pedido_id } = (await ana.ask('/api/upload_archivo', { body: form })).json<{ pedido_id: string }>()
  const typed = { email: 'ana@example.com', codigosAplicados: ['0000-0000-0000'] }
  expect((await ana.ask('/api/completar_compra', { body: compra(pedido_id, typed) })).status).toBe(400)
  const plain = compra(pedido_id, { email: 'ana@example.com' })
  expect((await ana.ask('/api/completar_compra', { body: plain })).status).toBe(200)
})
