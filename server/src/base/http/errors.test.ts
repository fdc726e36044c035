import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { enterAs } from '../../testing/mostrador.ts'
import { testShop } from '../../testing/shop.ts'

/** A server's raw answer to bytes that are no call of ours. */
async function say(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test('a call that is refused before any route is found is answered in Spanish too, and not quoted', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const head = 'Host: localhost\r\nConnection: close\r\n'
  for (const [text, status, detail] of [
    [`GET /api/%zz HTTP/1.1\r\n${head}\r\n`, 400, 'No se entiende lo que llegó.'],
    [`GET /api/pedidos/${'a'.repeat(200)} HTTP/1.1\r\n${head}\r\n`, 404, 'No encontrado.'],
    ['GET /api/salud HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'No se entiende lo que llegó.'],
    [`GET /api/salud HTTP/1.1\r\nHost: otra.example\r\n${head}\r\n`, 400, 'No se entiende lo que llegó.'],
    [`GET //api/salud HTTP/1.1\r\n${head}\r\n`, 404, 'No encontrado.'],
    [`GET /assets/../../package.json HTTP/1.1\r\n${head}\r\n`, 404, 'No encontrado.'],
    [
      `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n${head}\r\n`,
      431,
      'Los encabezados son demasiado grandes.',
    ],
    [`GET /api/salud HTTP/1.1\r\nExpect: 200-ok\r\n${head}\r\n`, 417, 'No se entiende lo que llegó.'],
    ['GARBAGE\r\n\r\n', 400, 'No se entiende lo que llegó.'],
  ] as const) {
    const answer = await say(port, text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/\r\nx-codigo: \w+\r\n/i)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ detail })
  }
})

test('a browser gets a page for an address that can be no page of ours', async () => {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const head = 'Host: localhost\r\nAccept: text/html,*/*;q=0.8\r\nConnection: close\r\n'
  for (const [path, status] of [
    ['/producto/50%', 400],
    ['/producto/%00', 400],
    ['/pedido/%E0%A4%A', 400],
    ['/mostrador/%zz', 400],
    [`/pedido/${'a'.repeat(8000)}`, 404],
    ['//', 404],
    ['/producto//3', 404],
    ['/assets/../../package.json', 404],
  ] as const) {
    const answer = await say(port, `GET ${path} HTTP/1.1\r\n${head}\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toMatch(/\r\ncontent-type: text\/html; charset=utf-8\r\n/i)
    expect(answer).toContain('Esta página no existe')
    expect(answer).toContain('<a href="/"')
  }
  const call = await say(port, `GET /api/v1/productos/% HTTP/1.1\r\n${head}\r\n`)
  expect(call).toMatch(/\r\ncache-control: no-store\r\n/i)
  expect(call).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
  expect(JSON.parse(call.split('\r\n\r\n')[1] ?? '')).toEqual({ detail: 'No se entiende lo que llegó.' })
})

test('a part that a file does not have is refused with the length that it has', async () => {
  const shop = await testShop()
  const ask = (range: string) => shop.get('/muestra/sello.mp4', { range })
  const [part, beyond] = [await ask('bytes=0-1'), await ask('bytes=99999999-')]
  expect([part.statusCode, beyond.statusCode]).toEqual([206, 416])
  const [, length] = String(part.headers['content-range']).split('/')
  expect(beyond.headers['content-range']).toBe(`bytes */${length}`)
  expect(beyond.json()).toEqual({ detail: 'El archivo no tiene esa parte.' })
})

test('a refusal without a message in its schema is told plainly', async () => {
  const shop = await testShop()
  const headers = await enterAs(shop)
  const put = async (payload: object) =>
    (await shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', headers, payload })).json()
  expect(await put({ ruleta: { max: 500 } })).toEqual({ ruleta: ['Tiene que ser 100 o menos.'] })
  expect(await put({ ruleta: { min: -1 } })).toEqual({ ruleta: ['Tiene que ser 0 o más.'] })
  expect(await put({ ruleta: 7 })).toEqual({ ruleta: ['No es válido.'] })
  expect(await put({ color_por_hoja: 'sí' })).toEqual({ color_por_hoja: ['No es válido.'] })
  expect(await put({ redes: [{ nombre: 'TikTok' }] })).toEqual({ redes: ['Falta este dato.'] })
})

test.each([
  ['GET', '/api/upload_archivo', 'POST'],
  ['POST', '/api/v1/productos/1/', 'GET, HEAD'],
  ['PUT', '/api/cupones/?primer_cupon=1', 'GET, HEAD, POST'],
] as const)('%s %s is refused, and told that it is %s', async (method, url, allow) => {
  const shop = await testShop()
  const answer = await shop.app.inject({ method, url })
  expect(answer.statusCode).toBe(405)
  expect(answer.json()).toEqual({ detail: 'Ese método no existe acá.' })
  expect(answer.headers).toMatchObject({ allow, 'x-codigo': 'metodo' })
  expect((await shop.app.inject({ method, url: '/api/no-hay' })).statusCode).toBe(404)
})

const PART = '--XX\r\nContent-Disposition: form-data; name="secret"'
const X = 'multipart/form-data; boundary=XX'

test.each([
  ['without boundary', 'multipart/form-data', 'x'],
  ['with an empty boundary', 'multipart/form-data; boundary=', 'x'],
  ['with an absurd boundary', `multipart/form-data; boundary=${'y'.repeat(300)}`, 'x'],
  ['with another boundary', X, 'x'],
  ['cut in a header', X, PART],
  ['cut in a field', X, `${PART}\r\n\r\nimpri`],
])('a form %s is refused, not an error of ours', async (_, type, payload) => {
  const shop = await testShop()
  for (const url of ['/api/upload_archivo', '/api/obtener_preferencias_locales/']) {
    const answer = await shop.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ detail: 'El formulario llegó incompleto o mal armado.' })
  }
})

test('a form cut within a file is refused, and nothing of it stays', async () => {
  const shop = await testShop()
  const payload = `${PART}; filename="a.pdf"\r\n\r\n%PDF-1.7`
  const headers = { 'content-type': X }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/upload_archivo', headers, payload })
  expect(answer.statusCode).toBe(400)
  expect(readdirSync(join(shop.dataDir, 'recibiendo'))).toEqual([])
})
