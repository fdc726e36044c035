// The owner connects providers on the screen: they work then in every process, and their secrets are never
// shown again.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Instalacion } from '@imprimitodo/shared/api/instalacion'
import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import type { Asunto } from '@imprimitodo/shared/api/salud'
import { expect, onTestFinished, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { conexiones as tabla } from '../../base/db/schema/services.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import { createConexiones } from '../../base/services/conexiones.ts'
import { enchufesOf } from '../../base/services/enchufes.ts'
import type { ArcaUrls } from '../../base/services/fiscal/arca.ts'
import { makeFactura, order, rowsOf as rowsOfFacturas, settleOpen } from '../../testing/facturas.ts'
import { confirmAs, enterAs, newOperador } from '../../testing/mostrador.ts'
import { startArca } from '../../testing/peers/arca.ts'
import { issueCertificate, makeCredentials } from '../../testing/peers/arca-cert.ts'
import { startMapas } from '../../testing/peers/mapas.ts'
import { startMercadoPago, TOKEN } from '../../testing/peers/mercadopago.ts'
import { startSmtp } from '../../testing/peers/smtp.ts'
import { backupOf } from '../../testing/respaldo.ts'
import { eventually, OWNER, otherProcess, type Shop, testShop } from '../../testing/shop.ts'

const BASE = '/api/mostrador/proveedores'
const SECRETO = `${'d3f19a'.repeat(10)}abcd`
const CLAVE = 'clave-de-aplicacion-9471'
const MERCADO = { access_token: TOKEN, webhook_secret: SECRETO }

const NO_ARCA: ArcaUrls = { wsaaUrl: '', wsfeUrl: '', padronUrl: '' }
type Outside = { smtpUrl?: string; recaptchaVerifyUrl?: string; arcaUrls?: ArcaUrls }

/** Wired as by `runServer` in production without providers in the environment. */
const wired =
  (mpApiUrl: string, { smtpUrl, recaptchaVerifyUrl = '', arcaUrls = NO_ARCA }: Outside = {}) =>
  (deps: Deps): Partial<Deps> => {
    const settings = {
      mercadopago: undefined,
      mpApiUrl,
      simulated: false,
      smtpUrl,
      mailFrom: 'X <x@x.example>',
      publicUrl: deps.publicUrl,
      recaptcha: undefined,
      recaptchaVerifyUrl,
      geocoderUrl: undefined,
      routerUrl: undefined,
      mapTilesUrl: null,
      mapasDeEntorno: false,
      backup: { carpeta: deps.dataDir },
      backupCopy: undefined,
      storage: undefined,
      arca: undefined,
      arcaUrls: { produccion: arcaUrls, homologacion: arcaUrls },
      production: true,
    }
    const conexiones = createConexiones(deps, enchufesOf(settings, { ...deps, deliver: async () => 200 }))
    const { mercadopago, correo, captcha, mapas, arca, respaldo } = conexiones.ports
    return {
      conexiones,
      payments: mercadopago,
      mailer: correo,
      captcha,
      maps: mapas,
      fiscal: arca,
      copia: respaldo,
    }
  }

async function world(change: Partial<Deps> = {}, outside: Outside = {}) {
  const mercadopago = await startMercadoPago({ deliver: async () => 200 })
  onTestFinished(() => mercadopago.close())
  const shop = await testShop({ production: true, ...change }, {}, wired(mercadopago.url, outside))
  const headers = await enterAs(shop)
  const put = (cual: string, valores: object | null, more: object = {}) =>
    shop.app.inject({ method: 'PUT', url: `${BASE}/${cual}`, payload: { valores, ...more }, headers })
  const attempt = async (cual: string) => (await shop.post(`${BASE}/${cual}/probar`, {}, headers)).json()
  const see = async (cual: string) =>
    (await shop.get(BASE, headers)).json<Proveedor[]>().find((one) => one.cual === cual)
  return { shop, headers, put, tryOut: attempt, see, mercadopago }
}

const correoOf = (url: string, change: object = {}) => ({
  servidor: new URL(url).hostname,
  puerto: new URL(url).port,
  remitente: 'hola@copias.example',
  ...change,
})

test('mail that is connected leaves from then on, without a restart; trying it sends one to the owner', async () => {
  const { shop, headers, put, tryOut, see } = await world()
  const smtp = await startSmtp({ user: 'ana', password: CLAVE })
  expect(await see('correo')).toMatchObject({
    origen: null,
    faltan: ['servidor', 'puerto', 'remitente'],
    probado: null,
    integrado: true,
    nota: 'Los mails se guardan y no salen: nadie se entera de que su pedido está listo.',
  })
  // Salud shows the same, and nothing once it is connected
  const mails = async () =>
    (await shop.get('/api/mostrador/salud', headers))
      .json<{ asuntos: Asunto[] }>()
      .asuntos.find(({ cual }) => cual === 'correo')
  expect(await mails()).toMatchObject({
    estado: 'atencion',
    enlace: '/mostrador/proveedores',
    detalle: expect.stringMatching(/^Se guardan y no salen: no hay servidor de correo/),
  })
  const valores = correoOf(smtp.url, { usuario: 'ana', password: CLAVE })
  expect((await put('correo', valores)).json()).toMatchObject({ confirmar: true })
  await confirmAs(shop, headers)
  expect((await put('correo', valores)).statusCode).toBe(200)
  expect(await see('correo')).toMatchObject({
    origen: 'pantalla',
    faltan: [],
    probado: null,
    servicio: 'SMTP',
    nota: null,
    valores: { servidor: { puesto: true }, usuario: { puesto: true }, password: { puesto: true } },
  })
  expect(await tryOut('correo')).toMatchObject({
    anda: true,
    texto: `Te mandamos un mail de prueba a ${OWNER.email}. Fijate que haya llegado, también en spam.`,
  })
  expect(smtp.received.map(({ to }) => to)).toEqual([[OWNER.email]])
  expect((await see('correo'))?.probado).not.toBeNull()

  expect((await mails())?.detalle).not.toContain('no salen')

  // The back office's own mails leave by it too
  await shop.post('/api/mostrador/recuperar', { email: OWNER.email })
  await eventually(
    async () => smtp.received.length,
    (count) => count === 2,
  )
})

test('mails that were kept before it was connected are sent then, by the housekeeping, once', async () => {
  const { shop, headers, put } = await world()
  await shop.post('/api/mostrador/recuperar', { email: OWNER.email })
  await eventually(
    () => shop.db.select().from(correos),
    ([mail]) => mail?.guardado != null,
  )
  const smtp = await startSmtp()
  await confirmAs(shop, headers)
  expect((await put('correo', correoOf(smtp.url))).statusCode).toBe(200)
  await Promise.all([shop.app.housekeeping(), shop.app.housekeeping()])
  const [mail] = await eventually(
    async () => smtp.received,
    ({ length }) => length > 0,
  )
  expect(mail?.to).toEqual([OWNER.email])
  await shop.app.housekeeping()
  expect(await shop.db.select().from(correos)).toMatchObject([{ enviado: expect.any(Date), guardado: null }])
  expect(smtp.received).toHaveLength(1)
})

test('a mail server’s refusal is told with its remedy, and the typed values stay', async () => {
  const { shop, headers, put, tryOut, see } = await world()
  const smtp = await startSmtp({ user: 'ana', password: CLAVE })
  await confirmAs(shop, headers)
  await put('correo', correoOf(smtp.url, { usuario: 'ana', password: 'otra' }))
  const { hostname } = new URL(smtp.url)
  expect(await tryOut('correo')).toMatchObject({
    anda: false,
    texto: `${hostname} no acepta el usuario o la contraseña: revisalos, o pedile a tu correo una contraseña de aplicación.`,
  })
  expect(await see('correo')).toMatchObject({ origen: 'pantalla', probado: null })
  // Only the wrong field is typed again
  expect((await put('correo', { password: CLAVE })).statusCode).toBe(200)
  expect(await tryOut('correo')).toMatchObject({ anda: true })
  smtp.moods.push({ at: 'rcpt', code: 550, text: 'no such user' })
  expect((await tryOut('correo')).texto).toMatch(/^El servidor no tomó el mail de prueba: «.*no such user/)
  smtp.moods.push({ at: 'mail', code: 550, text: '5.7.1 Sender rejected' })
  expect((await tryOut('correo')).texto).toBe(
    `El mail de prueba no salió: ${hostname} respondió: «550 5.7.1 Sender rejected».`,
  )
  smtp.moods.push({ at: 'cut' })
  expect((await tryOut('correo')).texto).toBe(
    'El servidor no dijo si tomó el mail de prueba: fijate en unos minutos si llegó.',
  )
})

test('a stored password is not sent to another server', async () => {
  const { shop, headers, put, tryOut } = await world()
  const [own, other] = [await startSmtp({ user: 'ana', password: CLAVE }), await startSmtp()]
  await confirmAs(shop, headers)
  await put('correo', correoOf(own.url, { usuario: 'ana', password: CLAVE }))
  const moved = await put('correo', { servidor: 'smtp.ladron.example', puerto: new URL(other.url).port })
  expect(moved.statusCode).toBe(400)
  expect(moved.json()).toEqual({ password: ['El servidor es otro: escribila de nuevo.'] })
  expect(await tryOut('correo')).toMatchObject({ anda: true })
  // The same server in another spelling is no other server
  expect((await put('correo', { servidor: new URL(own.url).hostname })).statusCode).toBe(200)
  const sftp = {
    lugar: 'sftp',
    sftp_servidor: 'copias.example',
    sftp_usuario: 'ana',
    sftp_password: CLAVE,
    sftp_carpeta: '/respaldos',
  }
  expect((await put('respaldo', sftp)).statusCode).toBe(200)
  expect((await put('respaldo', { sftp_servidor: 'ladron.example' })).json()).toEqual({
    sftp_password: ['El servidor es otro: escribila de nuevo.'],
  })
  expect((await put('respaldo', { sftp_servidor: 'otra.example', sftp_password: 'nueva' })).statusCode).toBe(
    200,
  )
})

test('a value that may be left out is removed by an empty one, and a required one stays', async () => {
  const { shop, headers, put, see } = await world()
  await confirmAs(shop, headers)
  await put('correo', correoOf('smtp://smtp.copias.example:587', { usuario: 'ana', password: CLAVE }))
  // Nothing is left that another server could learn
  const answer = await put('correo', { servidor: '', usuario: '', password: '', puerto: '465' })
  expect(answer.statusCode).toBe(200)
  expect((await see('correo'))?.valores).toMatchObject({
    servidor: { puesto: true },
    remitente: { puesto: true },
    usuario: { puesto: false },
    password: { puesto: false },
  })
})

test('the problem of a value is told by its field, and the value is not kept', async () => {
  const { shop, headers, put, see } = await world()
  await confirmAs(shop, headers)
  const bad = await put('mercadopago', { access_token: 'hola', webhook_secret: 'd3f19a' })
  expect(bad.statusCode).toBe(400)
  expect(bad.json()).toEqual({
    access_token: ['No es un Access Token: empieza con APP_USR- y se copia entero.'],
    webhook_secret: [
      'Le faltan letras: son 64 letras y números. Copiala entera con el botón de Mercado Pago.',
    ],
  })
  expect((await put('correo', { servidor: 'https://smtp.example/', puerto: '0' })).json()).toEqual({
    servidor: ['Es solo el nombre del servidor, como smtp.gmail.com.'],
    puerto: ['El puerto es un número de 1 a 65535.'],
    remitente: ['Falta: dirección desde la que salen.'],
  })
  expect((await put('correo', { ...correoOf('smtp://127.0.0.1:2525'), otro: 'x' })).statusCode).toBe(400)
  expect((await put('nada', {})).statusCode).toBe(404)
  expect((await see('mercadopago'))?.origen).toBeNull()
  expect(await shop.db.select().from(tabla)).toEqual([])
})

test('Mercado Pago that is connected takes payments at once, and disconnected none', async () => {
  const { shop, headers, put, tryOut, see } = await world()
  expect((await shop.get('/api/vidriera')).json().abierta).toBe(false)
  await confirmAs(shop, headers)
  expect((await put('mercadopago', MERCADO)).statusCode).toBe(200)
  expect((await shop.get('/api/vidriera')).json().abierta).toBe(true)
  expect(await see('mercadopago')).toMatchObject({
    servicio: 'Mercado Pago',
    origen: 'pantalla',
    direccion: 'http://localhost:3000/api/pagos/mercadopago',
  })
  expect((await tryOut('mercadopago')).texto).toContain('Mercado Pago responde: cuenta IMPRIMITODO')
  const other = TOKEN.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  await put('mercadopago', { access_token: other })
  expect(await tryOut('mercadopago')).toMatchObject({
    anda: false,
    texto: 'Mercado Pago no acepta el Access Token: copialo de nuevo de sus Credenciales de producción.',
  })
  await put('mercadopago', null)
  expect(await see('mercadopago')).toMatchObject({ origen: null, servicio: 'Sin conectar' })
  expect((await shop.get('/api/vidriera')).json().abierta).toBe(false)
})

test('another process works with new settings as soon as it is told', async () => {
  const { shop, headers, put, mercadopago } = await world({ shared: true })
  const two = await otherProcess(shop.url, { production: true }, wired(mercadopago.url))
  expect(two.deps.payments.current.kind).toBe('ninguno')
  await confirmAs(shop, headers)
  await put('mercadopago', MERCADO)
  await put('mapas', { teselas: 'https://mapas.example/{z}/{x}/{y}.png' })
  await eventually(
    async () => two.deps.payments.current.kind,
    (kind) => kind === 'mercadopago',
  )
  await eventually(
    async () => (await pageOf(two)).csp,
    (csp) => csp.includes('https://mapas.example'),
  )
  await put('mercadopago', null)
  await eventually(
    async () => two.deps.payments.current.kind,
    (kind) => kind === 'ninguno',
  )
})

const CLAVE_SITIO = '6LfTestSitio_0123456789abcdefghijklmnopq'
const CLAVE_SECRETA = '6LfTestSecreta-0123456789abcdefghijklmno'

/** A siteverify that accepts one secret. */
async function startSiteverify(): Promise<string> {
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const codes = form.get('secret') === CLAVE_SECRETA ? 'invalid-input-response' : 'invalid-input-secret'
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: false, 'error-codes': [codes] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
}

/** The page's data, and the sources that it may load. */
async function pageOf(shop: Shop) {
  const answer = await shop.post('/api/obtener_preferencias_locales/', { secret: 'imprimitodo-web' })
  return { ...answer.json(), csp: String(answer.headers['content-security-policy']) }
}

test('reCAPTCHA that is connected is what pages are told and may load; its wrong secret says what to do', async () => {
  const { shop, headers, put, tryOut, see } = await world({}, { recaptchaVerifyUrl: await startSiteverify() })
  const before = await pageOf(shop)
  expect(before.recaptcha_site_key).toBeNull()
  expect(before.csp).not.toContain('google')
  await confirmAs(shop, headers)
  expect((await put('captcha', { clave_sitio: CLAVE_SITIO })).json()).toEqual({
    clave_secreta: ['Falta: clave secreta.'],
  })
  await put('captcha', { clave_sitio: CLAVE_SITIO, clave_secreta: CLAVE_SECRETA.replace('0', '1') })
  expect(await tryOut('captcha')).toMatchObject({
    anda: false,
    texto: 'reCAPTCHA no conoce la clave secreta: copiala de nuevo de google.com/recaptcha/admin.',
  })
  await put('captcha', { clave_secreta: CLAVE_SECRETA })
  expect(await tryOut('captcha')).toMatchObject({ anda: true })
  expect(await see('captcha')).toMatchObject({ origen: 'pantalla', servicio: 'reCAPTCHA', faltan: [] })
  const { recaptcha_site_key, csp } = await pageOf(shop)
  expect(recaptcha_site_key).toBe(CLAVE_SITIO)
  for (const kind of ['script-src', 'frame-src', 'connect-src'])
    expect(csp).toMatch(new RegExp(`${kind} [^;]*https://www\\.google\\.com/recaptcha/`))
  await put('captcha', null)
  expect((await pageOf(shop)).csp).toBe(before.csp)
})

test('maps that are connected measure the way and draw it; a wrong key says what to do', async () => {
  const mapas = await startMapas()
  onTestFinished(mapas.close)
  mapas.key = 'clave-de-mapas'
  mapas.places['Aguilares, Tucumán'] = [{ lat: '-27.43', lon: '-65.61', display_name: 'Aguilares' }]
  const { shop, headers, put, tryOut, see } = await world()
  await confirmAs(shop, headers)
  expect((await put('mapas', {})).json()).toEqual({ direcciones: ['Completá por lo menos un dato.'] })
  expect(
    (await put('mapas', { rutas: 'mapas.example', teselas: 'https://mapas.example/1.png' })).json(),
  ).toEqual({
    rutas: ['Es una dirección entera, que empieza con https://.'],
    teselas: ['Es una dirección que empieza con https:// y lleva {z}, {x} e {y}.'],
  })
  // They would stand in a header of every page: no page could be sent any more, not even the screen that
  // mends it
  for (const host of ['mapas.example\u200b', 'mapas.example\u2019', 'a.example,https:', 'a;sandbox']) {
    const answer = await put('mapas', { teselas: `https://${host}/{z}/{x}/{y}.png` })
    expect(answer.statusCode, String(host)).toBe(400)
  }
  expect((await shop.app.inject('/')).statusCode).toBe(200)
  const rutas = `${mapas.url}/?key=clave-de-mapas`
  await put('mapas', { direcciones: `${mapas.url}?key=otra`, rutas, teselas: mapas.tiles })
  expect((await tryOut('mapas')).texto).toMatch(
    /^El buscador de direcciones no acepta nuestra clave: copiá otra vez.* El trazador de rutas responde: .* El servidor de imágenes del mapa responde\.$/,
  )
  await put('mapas', { direcciones: rutas })
  expect(await tryOut('mapas')).toMatchObject({ anda: true })
  expect(await see('mapas')).toMatchObject({ origen: 'pantalla', servicio: 'Direcciones y rutas' })
  const { mapa_teselas, csp } = await pageOf(shop)
  expect(mapa_teselas).toBe(mapas.tiles)
  expect(csp).toMatch(new RegExp(`img-src [^;]*${mapas.url}`))
  const pin = { lat: -27.59, lng: -65.61 }
  const way = () => shop.deps.maps.route({ lat: -27.58611, lng: -65.61972 }, 'Belgrano 1', pin)
  expect(await way()).toMatchObject({ km: 3, estimated: false })
  mapas.mood = 'busy'
  expect((await tryOut('mapas')).texto).toContain(
    'El servidor de imágenes del mapa no da imágenes (HTTP 503): revisá la dirección.',
  )
  await put('mapas', null)
  expect(await way()).toMatchObject({ estimated: true })
  expect((await pageOf(shop)).mapa_teselas).toBeNull()
})

const CUIT = '20123456786'
const QUIEN_FACTURA = { cuit: CUIT, razon_social: 'Copias Reales', condicion: 'MT', ambiente: 'produccion' }

async function arcaWorld(change: Partial<Deps> = {}) {
  const arca = await startArca({ cuit: CUIT, condicion: 'MT' })
  onTestFinished(arca.close)
  const it = await world(change, { arcaUrls: arca.urls })
  await confirmAs(it.shop, it.headers)
  const ask = () => it.shop.post(`${BASE}/arca/solicitud`, {}, it.headers)
  const puntos = () => it.shop.get(`${BASE}/arca/puntos-venta`, it.headers)
  return { ...it, arca, requestCertificate: ask, puntos }
}

test('ARCA is connected with a key that is made here: the request out, the certificate in, and invoices are issued', async () => {
  const { shop, headers, put, tryOut, see, arca, requestCertificate, puntos } = await arcaWorld()
  expect(await see('arca')).toMatchObject({ origen: null, servicio: 'Sin conectar' })
  /** Whether its step before the opening is done. */
  const isDone = async () =>
    (await shop.get('/api/mostrador/instalacion', headers))
      .json<Instalacion>()
      .pasos.find(({ paso }) => paso === 'facturas')?.hecho
  expect(await isDone()).toBe(false)
  const early = await requestCertificate()
  expect(early.statusCode).toBe(409)
  expect(early.json().detail).toBe('Guardá primero el CUIT y el nombre de quien factura.')
  await put('arca', QUIEN_FACTURA)
  expect(await see('arca')).toMatchObject({ origen: 'pantalla', faltan: ['certificado'] })
  expect(await tryOut('arca')).toMatchObject({
    anda: false,
    texto: 'Falta el certificado: bajá la solicitud, subila a ARCA y cargá acá el que te dé.',
  })
  const { solicitud } = (await requestCertificate()).json()
  // The same key each time, so an earlier request is valid too
  const certificado = issueCertificate(solicitud)
  expect(issueCertificate((await requestCertificate()).json().solicitud)).not.toBe('')
  expect((await puntos()).statusCode).toBe(502)

  // An invoice that a customer asks for meanwhile waits
  await shop.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    headers,
    payload: {
      vendedor: {
        razon_social: 'Copias Reales',
        cuit: CUIT,
        condicion_iva: 'MT',
        domicilio: 'Belgrano 1',
        email: null,
        telefono: null,
        data_fiscal_url: null,
      },
      facturacion: { puntos_venta: { Alberdi: 7 }, ingresos_brutos: CUIT, inicio_actividades: '2020-01-01' },
    },
  })
  const { id } = await order(shop)
  await makeFactura(shop, id)
  await settleOpen(shop).catch(() => {})
  expect((await rowsOfFacturas(shop, id)).map(({ estado }) => estado)).toEqual(['pendiente'])
  await put('arca', { certificado })
  expect(await see('arca')).toMatchObject({ servicio: 'ARCA', faltan: [], nota: null })
  expect(await isDone()).toBe(true)
  expect((await tryOut('arca')).texto).toMatch(/^ARCA responde y nos deja entrar\. El certificado vence el /)
  arca.puntosVenta.push({ numero: 7 }, { numero: 8, bloqueado: true }, { numero: 9, baja: '20250101' })
  expect((await puntos()).json()).toEqual({
    puntos: [
      { numero: 1, sirve: true },
      { numero: 7, sirve: true },
      { numero: 8, sirve: false },
      { numero: 9, sirve: false },
    ],
  })
  arca.puntosVenta.length = 0
  expect((await puntos()).json()).toEqual({ puntos: [] })
  await settleOpen(shop)
  expect(arca.books.vouchers.map(({ puntoVenta, tipo }) => [puntoVenta, tipo])).toEqual([[7, 11]])
  expect(arca.problems).toEqual([])
})

test('an unusable certificate is refused with the reason by its field, and the stored one stays', async () => {
  const { put, see, requestCertificate } = await arcaWorld()
  await put('arca', QUIEN_FACTURA)
  const { solicitud } = (await requestCertificate()).json()
  const refused = async (certificado: string) => {
    const answer = await put('arca', { certificado })
    return [answer.statusCode, answer.json().certificado?.[0]]
  }
  expect(await refused(makeCredentials(CUIT).cert)).toEqual([
    400,
    'Es de otra solicitud. Bajá la solicitud de acá, subila a ARCA y cargá el certificado que te dé.',
  ])
  expect((await refused(issueCertificate(solicitud, { cuit: '30500010912' })))[1]).toMatch(
    /^Es del CUIT 3050/,
  )
  expect((await refused('x'.repeat(50_000)))[1]).toMatch(/^Es demasiado largo/)
  expect((await put('arca', { certificado: 'x'.repeat(65_536) })).statusCode).toBe(413)
  expect((await put('arca', { clave: makeCredentials(CUIT).key })).json()).toEqual({
    clave: ['Ese dato no va acá.'],
  })
  expect(await see('arca')).toMatchObject({ faltan: ['certificado'] })
  await put('arca', { certificado: issueCertificate(solicitud) })
  // Another CUIT needs another certificate
  const other = await put('arca', { cuit: '30500010912' })
  expect(other.statusCode).toBe(400)
  expect(Object.keys(other.json())).toEqual(['certificado'])
  expect(await see('arca')).toMatchObject({ servicio: 'ARCA', faltan: [] })
})

test('a certificate of homologation is tried out, and issues nothing in a shop that sells', async () => {
  const { shop, put, tryOut, see, requestCertificate } = await arcaWorld()
  await put('arca', { ...QUIEN_FACTURA, ambiente: 'homologacion' })
  await put('arca', { certificado: issueCertificate((await requestCertificate()).json().solicitud) })
  expect(await tryOut('arca')).toMatchObject({
    anda: true,
    texto: expect.stringMatching(/^ARCA responde.*Es la ARCA de prueba: las facturas siguen esperando/),
  })
  expect(shop.deps.fiscal.isMissing).toBe(true)
  expect(await see('arca')).toMatchObject({ servicio: 'Sin conectar', origen: 'pantalla' })
})

test('two that ask for the first request at once get one of the same key', async () => {
  const { put, requestCertificate } = await arcaWorld()
  await put('arca', QUIEN_FACTURA)
  const all = await Promise.all(
    Array.from({ length: 6 }, async () => (await requestCertificate()).json().solicitud),
  )
  const [first = ''] = all
  await put('arca', { certificado: issueCertificate(first) })
  for (const solicitud of all)
    expect((await put('arca', { certificado: issueCertificate(solicitud) })).statusCode).toBe(200)
})

test('ARCA that was disconnected by a slip takes the same certificate again', async () => {
  const { put, tryOut, see, requestCertificate } = await arcaWorld()
  await put('arca', QUIEN_FACTURA)
  const certificado = issueCertificate((await requestCertificate()).json().solicitud)
  await put('arca', { certificado })
  await put('arca', null)
  expect(await see('arca')).toMatchObject({ origen: null, servicio: 'Sin conectar' })
  expect((await tryOut('arca')).texto).toBe('Falta conectar ARCA.')
  expect((await requestCertificate()).statusCode).toBe(409)
  expect((await put('arca', { ...QUIEN_FACTURA, certificado })).statusCode).toBe(200)
  expect(await see('arca')).toMatchObject({ origen: 'pantalla', servicio: 'ARCA' })
})

test('where the environment sets it the screen says so and changes nothing', async () => {
  const smtp = await startSmtp()
  const { shop, headers, put, see } = await world({}, { smtpUrl: smtp.url })
  await confirmAs(shop, headers)
  const refused = await put('correo', correoOf('smtp://127.0.0.1:2525'))
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toBe(
    'Esto se configura en el servidor, con variables de entorno: mientras estén puestas, acá no se cambia.',
  )
  expect(await see('correo')).toMatchObject({ origen: 'entorno', valores: {}, servicio: 'SMTP' })
})

test('only the owner connects', async () => {
  const { shop } = await world()
  const { headers } = await newOperador(shop, null)
  const answer = await shop.app.inject({
    method: 'PUT',
    url: `${BASE}/correo`,
    payload: { valores: null },
    headers,
  })
  expect(answer.statusCode).toBe(403)
})

const CLAVE_BUCKET = 'un-secreto-del-bucket'

test('typed secrets, and the key made here, are in clear in no answer, log line, row, file or backup', async () => {
  const lines: string[] = []
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const { shop, headers, put, tryOut, requestCertificate } = await arcaWorld({ log })
  const smtp = await startSmtp({ user: 'ana', password: CLAVE })
  const said: string[] = []
  said.push((await put('arca', QUIEN_FACTURA)).body)
  const solicitud = await requestCertificate()
  said.push(solicitud.body)
  said.push((await put('arca', { certificado: issueCertificate(solicitud.json().solicitud) })).body)
  said.push((await put('mercadopago', MERCADO)).body)
  said.push((await put('correo', correoOf(smtp.url, { usuario: 'ana', password: CLAVE }))).body)
  said.push((await put('captcha', { clave_sitio: CLAVE_SITIO, clave_secreta: CLAVE_SECRETA })).body)
  said.push((await put('mapas', { rutas: 'http://127.0.0.1:9/?key=clave-de-mapas' })).body)
  const bucket = { lugar: 's3', s3_servidor: 'http://127.0.0.1:9', s3_bucket: 'copias' }
  said.push(
    (await put('respaldo', { ...bucket, s3_clave: 'clave-del-bucket', s3_secreto: CLAVE_BUCKET })).body,
  )
  for (const cual of ['mercadopago', 'arca', 'correo', 'captcha', 'mapas', 'respaldo'])
    said.push(JSON.stringify(await tryOut(cual)))
  for (const path of [BASE, '/api/mostrador/auditoria', '/api/mostrador/salud', '/api/mostrador/seguridad'])
    said.push((await shop.get(path, headers)).body)
  expect(said.join()).toContain('Conexión del correo')
  // The key that was made here; it was never shown
  const { valores } = await shop.deps.conexiones.read(shop.db, 'arca')
  const clave = valores?.clave?.split('\n')[1] ?? ''
  expect(clave).toMatch(/^MII[\w+/]{40,}$/)
  // Every row of every table
  const rows = await rowsOf(shop)
  expect(rows).toContain('"cual":"correo"')
  const files = readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
  expect(lines.length).toBeGreaterThan(0)
  const respaldo = await backupOf(shop)
  expect(respaldo.unpacked).toContain('mercadopago')
  const places = { answers: said.join(), log: lines.join(), rows, files: files.join(), ...respaldo }
  for (const secret of [TOKEN, SECRETO, CLAVE, CLAVE_SECRETA, CLAVE_BUCKET, 'clave-de-mapas', clave])
    for (const [where, text] of Object.entries(places)) expect(text.includes(secret), where).toBe(false)
})

async function rowsOf({ db }: Shop): Promise<string> {
  const tables = await db.execute<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await db.execute<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)
      return rows.map(({ row }) => row).join()
    }),
  )
  return texts.join()
}
