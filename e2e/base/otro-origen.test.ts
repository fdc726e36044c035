// The loyalty calls answered by a server on another origin: here one that hands them to the shop itself, with CORS.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openPage, PHONE, press, WITH_WORKER } from '../support/browser.ts'
import { comeBack, makeCustomer } from '../support/cuenta.ts'
import { heading } from '../support/print.ts'
import { openStage } from '../support/stage.ts'

let shopUrl = ''
const asked: string[] = []
const peer = createServer(async (request, response) => {
  const { method = 'GET', headers, url = '/' } = request
  response.setHeader('access-control-allow-origin', shopUrl)
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-allow-methods', 'GET, POST, DELETE')
  response.setHeader('access-control-expose-headers', 'X-Codigo')
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '')
  if (method === 'OPTIONS') return void response.writeHead(204).end()
  asked.push(`${method} ${url}`)
  const { authorization = '', 'content-type': type, cookie = '' } = headers
  const answer = await fetch(shopUrl + url, {
    method,
    headers: {
      authorization,
      cookie,
      ...(type && { 'content-type': type }),
    },
    ...(method !== 'GET' && { body: request, duplex: 'half' }),
  } as RequestInit)
  const codigo = answer.headers.get('x-codigo')
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'text/plain',
    ...(codigo && { 'x-codigo': codigo }),
  })
  response.end(Buffer.from(await answer.arrayBuffer()))
}).listen(0, '127.0.0.1')
await once(peer, 'listening')
afterAll(() => void peer.close().closeAllConnections())
const loyalty = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`

const { shop, browser } = await openStage({ env: { LOYALTY_URL: loyalty } })
shopUrl = shop.url

it('coupon, prizes and wheel ask the server of the startup configuration, and work', async () => {
  const customer = await makeCustomer(shop)
  const { page, problems } = await openPage(browser, { ...PHONE, ...WITH_WORKER })
  const own: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === shop.url && /^\/api\/(cupones|productos-canje|codigos-canje|puntos|ruleta)/.test(pathname))
      own.push(pathname)
  })
  await comeBack(page, shop, customer)

  await page.goto(`${shop.url}/cupon`)
  await press(page.getByRole('button', { name: 'Generar cupón' }))
  await page
    .getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    .first()
    .waitFor()
  await page.goto(`${shop.url}/perfil`)
  await press(page.getByRole('link', { name: 'Canjear Puntos' }).first())
  await heading(page, 'Premios que podés canjear').waitFor()
  await page.goto(`${shop.url}/ruleta`)
  await page.getByLabel('Tu email').fill(customer.email)
  await press(page.getByRole('button', { name: 'Desbloquear la ruleta' }))
  await page.getByRole('button', { name: 'Girar la ruleta' }).waitFor()

  expect(asked).toEqual(expect.arrayContaining(['GET /api/cupones/', 'POST /api/cupones/']))
  expect(asked.some((call) => call.startsWith('GET /api/productos-canje/'))).toBe(true)
  expect(asked.some((call) => call.includes('/api/ruleta/'))).toBe(true)
  expect(own).toEqual([])
  expect(problems).toEqual([])
})
