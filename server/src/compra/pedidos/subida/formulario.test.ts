// An upload's form as an attacker sends it: over a socket, without an end.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makePdf } from '../../../testing/pdf.ts'
import { openShop } from '../../../testing/socket.ts'

const MB = 1024 ** 2
const PATHS = ['/api/upload_archivo', '/api/obtener_preferencias_locales/']

/**
 * Sends the pieces one after another until an answer comes, at most `most` bytes.
 * @returns the answer, and how many bytes had been handed to the system by then
 */
async function flood(
  url: string,
  path: string,
  pieces: Iterable<Buffer>,
  most: number,
  address = '198.18.7.7',
  cookie = '',
) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  let [text, sent, closed] = ['', 0, false]
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => {}) // cut in the middle of a write
  socket.on('close', () => (closed = true))
  const head = [
    `x-forwarded-for: ${address}`,
    `cookie: ${cookie}`,
    'content-type: multipart/form-data; boundary=XX',
  ]
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${head.join('\r\n')}\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  for (const piece of pieces) {
    if (text || closed || sent > most) break
    const drained = new Promise<void>((go) =>
      socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF]), () => go()),
    )
    await Promise.race([drained, sleep(10_000)])
    sent += piece.length
  }
  for (let waited = 0; waited < 5_000 && !closed; waited += 20) await sleep(20)
  socket.destroy()
  const [, status, body = ''] = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n([\s\S]*)$/.exec(text) ?? []
  return { status: Number(status), body, closed, sent }
}

const CRLF = Buffer.from('\r\n')
const head = (disposition: string) => Buffer.from(`\r\n--XX\r\nContent-Disposition: ${disposition}\r\n\r\n`)

function* manyFields(): Generator<Buffer> {
  for (let field = 0; field < 1_000; field++) {
    yield head(`form-data; name="campo${field}"`)
    for (let part = 0; part < 64; part++) yield Buffer.alloc(64 * 1024, 'a')
  }
}

function* known(): Generator<Buffer> {
  yield head('form-data; name="archivos_data"')
  for (;;) yield Buffer.alloc(64 * 1024, '[')
}

/** Small fields, each of them allowed. */
function* names(): Generator<Buffer> {
  for (let field = 0; ; field++) yield head(`form-data; name="${'n'.repeat(7_000)}${field}"`)
}

function* longHeader(): Generator<Buffer> {
  yield Buffer.from('\r\n--XX\r\nContent-Disposition: form-data; name="')
  for (;;) yield Buffer.alloc(64 * 1024, 'n')
}

function* noPartAtAll(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024, 'a')
}

function* nameless(): Generator<Buffer> {
  yield head('attachment')
  for (;;) yield Buffer.alloc(64 * 1024, 'a')
}

function* afterTheEnd(): Generator<Buffer> {
  yield Buffer.concat([head('form-data; name="carrito"'), Buffer.from('x\r\n--XX--\r\n')])
  for (;;) yield Buffer.alloc(64 * 1024, 'a')
}

function* emptyParts(): Generator<Buffer> {
  for (let part = 0; ; part++) yield head(`form-data; name="${part}"`)
}

test.each([
  ['1,000 fields of 4 MiB', manyFields],
  ['one field without an end', known],
  ['names', names],
  ['the header of a part', longHeader],
  ['what is no part', noPartAtAll],
  ['a part without a name', nameless],
  ['fields without content', emptyParts],
  ['what follows the end', afterTheEnd],
] as const)('%s: refused and cut off once its budget is spent', async (_, pieces) => {
  const shop = await openShop()
  for (const path of PATHS) {
    const { status, body, closed, sent } = await flood(shop.url, path, pieces(), 64 * MB)
    expect(status, String(path)).toBe(413)
    expect(closed, String(path)).toBe(true)
    expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^(El formulario|Es demasiado)/) })
    // The rest had gone into the system's own buffers before the answer came
    expect(sent).toBeLessThan(16 * MB)
  }
})

test('a form of 200 small files and unknown fields is taken', async () => {
  const shop = await openShop()
  const form = new FormData()
  const bytes = new Blob([(await makePdf()) as BlobPart], { type: 'application/pdf' })
  const nombres = Array.from({ length: 200 }, (_, at) => `apunte ${at} ${'á'.repeat(100)}.pdf`)
  form.append('archivos_data', JSON.stringify(nombres.map((nombre) => ({ nombre }))))
  form.append('otro', 'x'.repeat(100_000))
  for (const nombre of nombres) form.append('archivos', bytes, nombre)
  const answer = await shop.visitor().ask('/api/upload_archivo', { body: form })
  expect(answer.status).toBe(200)
  expect(answer.json<{ archivos: unknown[] }>().archivos.length).toBe(200)
})

const uploadOf = async (nombres: string[]) => {
  const form = new FormData()
  form.append('archivos_data', JSON.stringify(nombres.map((nombre) => ({ nombre }))))
  const bytes = new Blob([(await makePdf()) as BlobPart])
  for (const nombre of nombres) form.append('archivos', bytes, nombre)
  return { body: form }
}

test('an address that goes on sending such forms is cut off early for a minute; others there can still upload', async () => {
  const shop = await openShop()
  const [path = ''] = PATHS
  const send = (address: string) => flood(shop.url, path, known(), 64 * MB, address)
  // The answer itself may be lost: a connection cut while it still sends can be reset before the client reads
  // it
  for (let form = 0; form < 20; form++) expect((await send('198.18.9.1')).closed).toBe(true)
  expect(await send('198.18.9.1')).toMatchObject({ status: 429, closed: true })
  expect((await send('198.18.9.2')).status).toBe(413)
  const campus = shop.visitor('198.18.9.1') // a new browser
  expect((await campus.ask(path, await uploadOf(['apunte.pdf']))).status).toBe(200)
  const names = Array.from({ length: 200 }, (_, at) => `apunte ${at}.pdf`)
  expect((await campus.ask(path, await uploadOf(names))).status).toBe(200)
  shop.clock.offsetMs = 60_001
  expect((await send('198.18.9.1')).status).toBe(413)
})

test('a browser that goes on sending such forms is refused unread; others of its address are not', async () => {
  const shop = await openShop()
  const [path = ''] = PATHS
  const [one, other] = [shop.visitor('198.18.9.4'), shop.visitor('198.18.9.4')]
  const fine = await uploadOf(['apunte.pdf'])
  for (const visitor of [one, other]) expect((await visitor.ask(path, fine)).status).toBe(200)
  const cookie = `navegador=${one.jar.get('navegador')}`
  for (let form = 0; form < 5; form++) await flood(shop.url, path, known(), 64 * MB, one.address, cookie)
  expect((await one.ask(path, fine)).status).toBe(429)
  expect((await other.ask(path, fine)).status).toBe(200)
})
