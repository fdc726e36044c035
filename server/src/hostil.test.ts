// Sends an attacker's calls to every route and to weak places. A bad call must be refused by its check, never
// by an error of ours (500), and must leave no trace. The whole review: docs/security.md.
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { budgetOf, keepBudgets } from './base/http/budgets.ts'
import { cutSlowBodies } from './base/http/slow.ts'
import { createLogger } from './base/runtime/logger.ts'
import { bearer, newCliente } from './testing/cuenta.ts'
import { enterAs } from './testing/mostrador.ts'
import { makePdf } from './testing/pdf.ts'
import { rounds } from './testing/rounds.ts'
import { routesOf } from './testing/routes.ts'
import { compra, OWNER, type Shop, testShop } from './testing/shop.ts'
import { openShop } from './testing/socket.ts'
import { chargeInCash } from './testing/ventas.ts'

/** Streams and long polls, which do not end, and calls that end the session that the others need. */
const NOT_ASKED = /eventos$|agente\/tareas|\/salir$|logout|eliminar$|subidas/

/** Values that have broken servers. */
const NASTY: unknown[] = [
  "'; drop table pedidos; --",
  '../../../../etc/passwd',
  'a\r\nSet-Cookie: x=1',
  '\ud800',
  'a@'.repeat(10_000),
  '99999999999999999999',
  1e308,
  null,
  [[[[]]]],
]
/** More such values, for longer runs. */
const NASTIER: unknown[] = [
  "' or '1'='1' --",
  '..%2f..%2f..%2fetc%2fpasswd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'ﷺ'.repeat(500),
  `${'a'.repeat(20_000)}!`,
  `${' '.repeat(20_000)}x`,
  '1-'.repeat(10_000),
  '-1',
  'NaN',
  '1e309',
  -1,
  0.1 + 0.2,
  true,
  [],
  {},
]

/** Names of fields that some call takes; each gets the same value. */
const FIELDS = [
  'email',
  'password',
  'nombre',
  'celular',
  'fecha_nacimiento',
  'texto',
  'estado',
  'sucursal',
  'orden',
  'cursor',
  'pedido_id',
  'codigo',
  'codigos',
  'codigosAplicados',
  'modo_entrega',
  'direccion',
  'lat',
  'lng',
  'importe',
  'id',
  'cuit',
  'captcha',
  'token',
  'secret',
  'motivo',
  'compra',
  'nota',
  'medio',
  'totp',
  'accion',
  'cantidad',
  'multiplo',
  'producto_id',
  'categoria',
  'precios',
  'desde',
  'hasta',
  'agrupar',
  'puntos',
  'horario',
  'uri',
  'archivos_data',
]

test('no nonsense makes a route answer with an error of ours', async () => {
  const shop = await openShop()
  const owner = await enterAs(shop)
  const cliente = bearer((await newCliente(shop)).access)
  const routes = (await routesOf(shop.app)).filter((route) => !NOT_ASKED.test(route) && route !== 'GET /*')
  for (const value of [...NASTY, ...NASTIER.slice(0, rounds(0, NASTIER.length))]) {
    const plain = (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
    const path = encodeURIComponent(plain.slice(0, 60))
    const query = new URLSearchParams(FIELDS.map((field) => [field, plain.slice(0, 60)]))
    const body = JSON.stringify(Object.fromEntries(FIELDS.map((field) => [field, value])))
    const ask = async (route: string) => {
      const [method = 'GET', pattern = ''] = route.split(' ')
      const { status } = await shop.visitor().ask(`${pattern.replaceAll(/:\w+|\*/g, path)}?${query}`, {
        method,
        headers: {
          ...(route.includes('/api/mostrador') ? owner : cliente),
          ...(method !== 'GET' && { 'content-type': 'application/json' }),
        },
        ...(method !== 'GET' && { body }),
      })
      return `${route} ${status}`
    }
    const answers = await Promise.all(routes.map(ask))
    expect([plain.slice(0, 40), answers.filter((answer) => / 5\d\d$/.test(answer))]).toEqual([
      plain.slice(0, 40),
      [],
    ])
  }
})

const json = (app: Shop['app'], url: string, payload: string) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })

test('no call pollutes the prototype of all objects, by JSON, form or query', async () => {
  const { app } = await testShop()
  for (const body of [
    '{"__proto__":{"rol":"dueno"}}',
    '{"constructor":{"prototype":{"rol":"dueno"}}}',
    '{"email":"a@b.co","password":"x","__proto__":{"rol":"dueno"}}',
  ])
    expect((await json(app, '/api/auth/login/', body)).statusCode).toBe(400)
  const form = new FormData()
  for (const name of ['__proto__', 'constructor', 'prototype', '__proto__[rol]', 'archivos_data'])
    form.append(name, '{}')
  const sent = new Response(form)
  const multipart = {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  }
  for (const url of ['/api/upload_archivo/', '/api/obtener_preferencias_locales/'])
    expect([400, 403]).toContain((await app.inject({ method: 'POST', url, ...multipart })).statusCode)
  await app.inject('/api/v1/productos?__proto__[rol]=dueno&constructor.prototype.rol=dueno')
  expect(({} as { rol?: string }).rol).toBeUndefined()
})

test('names of files reach neither the disk nor a header; stored files have names of our own', async () => {
  const shop = await testShop()
  const names = [
    '../../../../tmp/fuera.pdf',
    'a"\r\nSet-Cookie: x=1\r\n.pdf',
    '\u202efdp.exe.pdf',
    `${'ñ'.repeat(300)}.pdf`,
    '.pdf',
  ]
  const bytes = await makePdf()
  const { pedido_id } = await shop.quote(names.map((nombre) => ({ nombre, bytes })))
  await shop.post('/api/completar_compra', compra(pedido_id))
  const inside = readdirSync(shop.dataDir, { recursive: true, encoding: 'utf8' })
  expect(inside.filter((path) => /fuera|exe|Set-Cookie|ñ/.test(path))).toEqual([])
  expect(existsSync('/tmp/fuera.pdf') || existsSync(join(shop.dataDir, '../fuera.pdf'))).toBe(false)
  const owner = await enterAs(shop)
  await chargeInCash(shop, pedido_id, owner)
  for (const trabajo of [1, 2, 3]) {
    const answer = await shop.get(`/api/mostrador/pedidos/${pedido_id}/trabajos/${trabajo}.pdf`, owner)
    if (answer.statusCode === 404) continue
    expect(answer.headers['content-disposition']).toMatch(
      /^inline; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w%.!~*'()-]*$/,
    )
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})

test('no path leads out of the served folders', async () => {
  const { app } = await testShop()
  for (const path of [
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    '....//package.json',
    '%252e%252e%252fpackage.json',
  ])
    for (const folder of ['/', '/assets/', '/imagenes/', '/mostrador/', '/api/facturas/', '/api/subidas/']) {
      const { statusCode, body } = await app.inject(`${folder}${path}`)
      expect([folder, path, statusCode < 500, body.includes('"workspaces"')]).toEqual([
        folder,
        path,
        true,
        false,
      ])
    }
})

test('no address sends the browser to another site', async () => {
  const { app } = await testShop()
  for (const url of [
    '//evil.example/',
    '/\\evil.example',
    '/pago/vuelta/x?next=https://evil.example',
    '/%2f%2fevil.example',
    '/login?next=//evil.example',
  ]) {
    const { headers } = await app.inject({ url, headers: { host: 'evil.example', accept: 'text/html' } })
    expect([url, headers.location ?? '/']).toEqual([url, expect.stringMatching(/^\/(?![\\/])/)])
  }
})

test('a client that sends too slowly or too much is cut off', async () => {
  const { app } = await testShop()
  await app.ready()
  // A whole request has no time limit, as an upload may take hours
  const { headersTimeout, timeout, keepAliveTimeout, requestTimeout } = app.server
  expect({ headersTimeout, timeout, keepAliveTimeout, requestTimeout }).toEqual({
    headersTimeout: 20_000,
    timeout: 120_000,
    keepAliveTimeout: 0,
    requestTimeout: 0,
  })
  const long = (size: number) => JSON.stringify({ email: 'a'.repeat(size) })
  expect((await json(app, '/api/auth/login/', long(64 * 1024))).statusCode).toBe(413)
  expect((await app.inject(`/api/pedidos/${'a'.repeat(5_000)}`)).statusCode).toBeLessThan(500)
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  expect((await json(app, '/api/auth/login/', deep)).statusCode).toBe(400)
})

test('a small body that arrives too slowly is cut off; a file may arrive as slowly as its line', async () => {
  const app = fastify()
  keepBudgets(app)
  cutSlowBodies(app, (request) => budgetOf(request).bodyMs && 100)
  app.post('/api/auth/login', async () => 'read')
  app.post('/api/upload_archivo', { config: { budget: 'upload' } }, async () => 'read')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const start = (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n"`,
    )
    return socket
  }
  const patient = start('/api/upload_archivo')
  await once(start('/api/auth/login').resume(), 'close')
  patient.write('a"\n')
  const [answer] = await once(patient, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
  patient.destroy()
})

test('at its most detailed level the log has no password, token, e-mail, phone or order in it', async () => {
  const lines: string[] = []
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const shop = await testShop({ log })
  const cliente = await newCliente(shop)
  const owner = await enterAs(shop)
  const { pedido_id } = await shop.quote([{ nombre: 'tesis-de-ana.pdf', bytes: await makePdf() }])
  await shop.post('/api/completar_compra', compra(pedido_id))
  await chargeInCash(shop, pedido_id, owner)
  await shop.get(`/api/pedidos/${pedido_id}?email=ana@example.com`)
  await shop.get('/api/clientes/me', bearer(cliente.access))
  await shop.get(`/api/mostrador/pedidos?texto=ana@example.com`, owner)
  await shop.post('/api/auth/login/', { email: 'ana@example.com', password: 'mi-Clave-mal-puesta-7' })
  await shop.post('/api/mostrador/ingresar', { email: OWNER.email, password: 'otra-Clave-mal-9' })
  await shop.post('/api/clientes/recuperar/', { email: cliente.email })
  await json(shop.app, '/api/auth/login/', '{"email":"ana@example.com","password":')
  const logged = lines.join('')
  const { access, refresh } = cliente
  for (const secret of [
    access,
    refresh,
    owner.authorization.replace('Bearer ', ''),
    OWNER.password,
    OWNER.email,
    'mi-Clave-mal-puesta-7',
    'otra-Clave-mal-9',
    pedido_id,
    'ana@example.com',
    cliente.email,
    '3865412233',
    'tesis-de-ana',
  ])
    expect([secret, logged.includes(secret)]).toEqual([secret, false])
  expect(logged.length).toBeGreaterThan(1_000)
})

test('the method decides what a call is: no header turns it into another one, past its limits', async () => {
  const { app } = await testShop()
  const tus = { 'tus-resumable': '1.0.0' }
  const made = await app.inject({
    method: 'POST',
    url: '/api/subidas',
    headers: { ...tus, 'upload-length': '4' },
  })
  const url = String(made.headers.location)
  for (const method of ['PATCH', 'DELETE'])
    await app.inject({
      method: 'POST',
      url,
      payload: Buffer.from('%PDF'),
      headers: {
        ...tus,
        'x-http-method-override': method,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    })
  const now = await app.inject({ method: 'HEAD', url, headers: tus })
  expect(now.statusCode).toBe(200)
  expect(now.headers['upload-offset']).toBe('0')
})

test('a message with two lengths is refused: nothing is smuggled past a proxy', async () => {
  const { app } = await testShop()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const head = 'POST /api/auth/login/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  for (const lengths of [
    'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    'Content-Length: 4\r\nContent-Length: 40\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Content-Length: +4\r\n',
  ]) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head}${lengths}\r\n0\r\n\r\nGET /api/salud HTTP/1.1\r\nHost: x\r\n\r\n`)
    const answers = await text(socket)
    expect([lengths, answers.match(/HTTP\/1\.1 \d+/g)]).toEqual([lengths, ['HTTP/1.1 400']])
  }
})
