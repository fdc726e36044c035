// A new production shop: it shows no invented data, its owner is told what is missing, and fills it step by
// step.
import type { ParaAbrir } from '@imprimitodo/shared/api/ajustes'
import { SIN_PRECIOS } from '@imprimitodo/shared/rules/compra/precio'
import { PAGES } from '@imprimitodo/shared/rules/vidriera/ruta'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { seed } from '../../seed.ts'
import { confirmAs, enterAs } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, eventually, newProductionShop, OWNER, testShop } from '../../testing/shop.ts'
import { listen } from '../../testing/socket.ts'
import { chargeInCash } from '../../testing/ventas.ts'
import { listSucursales } from '../sucursales/service.ts'
import { pasosToOpen } from './para-abrir.ts'
import { DEFAULT_AJUSTES, readAjustes } from './service.ts'

/** Data that only the demo has: addresses, numbers, hours, places, seller, networks, prices. */
const INVENTED = [
  'San Martín',
  'Rivadavia',
  '3865',
  '8:30',
  '08:30',
  '-27.58',
  '-27.43',
  '20123456786',
  '20-12345678-6',
  'imprimitodo.local',
  'instagram.com',
  'facebook.com',
  '2015-03-01',
  '"una":',
  '"precio":',
]
const CALLS = [
  '/api/sucursales',
  '/api/precios',
  '/api/vidriera',
  '/api/get_config_delivery/',
  '/api/v1/productos/',
  '/api/productos-canje/',
  '/api/ruleta/rango/',
  '/sitemap.xml',
  '/robots.txt',
]
const SEMANA = 'Lunes a viernes de 8 a 20'

async function openNew() {
  const shop = await newProductionShop()
  const url = await listen(shop.app)
  const read = async (path: string) => (await fetch(url + path, { headers: { accept: '*/*' } })).text()
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const send = async (method: 'PUT' | 'PATCH', path: string, payload: object) => {
    const answer = await shop.app.inject({ method, url: `/api/mostrador/${path}`, payload, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  const look = async (path: string) => (await shop.get(`/api/mostrador/${path}`, headers)).json()
  const faltan = async () =>
    ((await look('para-abrir')) as ParaAbrir).pasos.flatMap(({ paso, hecho }) => (hecho ? [] : [paso]))
  return { shop, url, read, send, look, faltan, headers }
}

const PRECIOS = {
  precios: { byn: { una: 90, dos: 150 }, color: { una: 300, dos: 500 } },
  anillado: [{ hasta: 100, precio: 1000 }],
}
const VENDEDOR = {
  razon_social: 'Copias Reales SRL',
  cuit: '30500010912',
  condicion_iva: 'RI',
  domicilio: 'Belgrano 1',
  email: 'hola@copias.example',
  telefono: '381 400-0000',
  data_fiscal_url: null,
}

/** Fills everything but the prices, as the owner's forms send it. */
async function fillOthers({ send }: Pick<Awaited<ReturnType<typeof openNew>>, 'send'>) {
  for (const id of [1, 2]) {
    await send('PATCH', `sucursales/${id}`, { direccion: `Belgrano ${id}00`, horario: SEMANA })
    await send('PATCH', `sucursales/${id}`, { lat: -27.5 - id / 10, lng: -65.6, whatsapp: '5493814000000' })
  }
  await send('PUT', 'ajustes', { vendedor: VENDEDOR })
  await send('PUT', 'ajustes', {
    facturacion: { puntos_venta: {}, ingresos_brutos: '30500010912', inicio_actividades: '2026-01-02' },
  })
}

test('a new production shop says nothing invented in any public page or call', async () => {
  const { read } = await openNew()
  const paths = [...CALLS, ...PAGES.map(([path]) => path).filter((path) => !path.includes(':'))]
  for (const path of paths) {
    const text = await read(path)
    expect(text.length, path).toBeGreaterThan(0)
    for (const word of INVENTED) expect(text, `${word} in ${path}`).not.toContain(word)
  }
  const empty = { direccion: null, whatsapp: null, lat: null, lng: null, horario: null }
  expect(JSON.parse(await read('/api/sucursales'))).toMatchObject([
    { nombre: 'Alberdi', ...empty },
    { nombre: 'Aguilares', ...empty },
  ])
  expect(JSON.parse(await read('/api/precios'))).toMatchObject({ byn: null, color: null, anillado: [] })
  const home = await read('/')
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(home)?.[1] ?? ''
  for (const key of ['telephone', 'address', 'geo', 'openingHours']) expect(data).not.toContain(key)
  expect(data).toContain('ImprimiTodo Alberdi')
  expect(home).not.toContain('o recibilos por delivery')
})

test('the words that the test above looks for are those that a demo shop says', async () => {
  const shop = await testShop()
  const said = await Promise.all(
    ['/api/sucursales', '/api/precios', '/api/vidriera'].map(async (path) => (await shop.get(path)).body),
  )
  const text = said.join('')
  for (const word of ['San Martín', 'Rivadavia', '3865', '8:30', '-27.58', '20123456786', '"una":'])
    expect(text).toContain(word)
})

test('an installation that has its data keeps it, also what an earlier version made up', async () => {
  const { db, get } = await testShop({ production: true })
  const before = (await get('/api/sucursales')).body
  await seed(db, { ...OWNER, muestra: false })
  const [ajustes, sucursales] = [await readAjustes(db), await listSucursales(db)]
  expect(sucursales).toMatchObject(JSON.parse(before))
  expect(ajustes).toEqual(DEFAULT_AJUSTES)
  expect(pasosToOpen({ ajustes, sucursales }).every(({ hecho }) => hecho)).toBe(true)
})

test('while there are no prices no order is taken, and nothing of it is kept; other things work', async () => {
  const { shop, send, url } = await openNew()
  const bytes = await makePdf({ pages: 2 })
  const form = new FormData()
  form.append('archivos_data', JSON.stringify([{ nombre: 'tesis.pdf' }]))
  form.append('archivos', new Blob([bytes as BlobPart], { type: 'application/pdf' }), 'tesis.pdf')
  const refused = await fetch(`${url}/api/upload_archivo`, { method: 'POST', body: form })
  expect(refused.status).toBe(503)
  expect(refused.headers.get('x-codigo')).toBe('sin_abrir')
  expect(await refused.json()).toEqual({ detail: SIN_PRECIOS })
  const half = await send('PUT', 'ajustes', { precios: { byn: PRECIOS.precios.byn } })
  expect(half.precios).toEqual({ byn: PRECIOS.precios.byn, color: null })
  expect((await shop.get('/api/precios')).json()).toMatchObject({ byn: null, anillado: [] })
  expect((await shop.upload([{ nombre: 'tesis.pdf', bytes }])).statusCode).toBe(503)
  expect((await shop.get('/api/ruleta/rango/')).statusCode).toBe(200)
})

test('half a pair of prices is refused, and a list that is filled is not emptied by a slip', async () => {
  const { shop, send, headers } = await openNew()
  const put = async (payload: object) =>
    shop.app.inject({ method: 'PUT', url: '/api/mostrador/ajustes', payload, headers })
  const half = await put({ precios: { color: { una: 300 } } })
  expect(half.statusCode).toBe(400)
  expect(half.json()).toEqual({ precios: ['Cada hoja lleva su precio de simple y de doble faz.'] })
  await send('PUT', 'ajustes', PRECIOS)
  const emptied = await put({ anillado: [] })
  expect(emptied.statusCode).toBe(400)
  expect(Object.keys(emptied.json())).toEqual(['anillado'])
})

test('the list of what is missing gets shorter step by step until nothing is left; then an order works', async () => {
  const { shop, send, look, faltan } = await openNew()
  const all = ['precios', 'direcciones', 'posiciones', 'horarios', 'telefonos', 'vendedor', 'facturacion']
  expect(await faltan()).toEqual(all)
  const [precios, direcciones] = (await look('para-abrir')).pasos
  expect(precios.texto).toBe(
    'Falta: blanco y negro, color y anillado. Sin la lista completa nadie puede hacer un pedido, ni en el sitio ni en el mostrador.',
  )
  expect(direcciones).toMatchObject({
    texto: 'Falta en Alberdi y Aguilares. Sin ella los clientes no saben adónde ir a retirar.',
    enlace: '/mostrador/dueno/sucursales',
  })
  await send('PUT', 'ajustes', PRECIOS)
  expect(await faltan()).toEqual(all.slice(1))
  await send('PATCH', 'sucursales/1', { direccion: 'Belgrano 100' })
  expect((await look('para-abrir')).pasos[1].texto).toMatch(/^Falta en Aguilares\. /)
  await send('PUT', 'ajustes', { vendedor: { ...VENDEDOR, telefono: null } })
  expect((await look('para-abrir')).pasos[5].texto).toMatch(/^Falta: teléfono\. /)
  await fillOthers({ send })
  expect(await faltan()).toEqual([])
  expect((await shop.get('/api/sucursales')).json()[0]).toMatchObject({
    direccion: 'Belgrano 100',
    horario: SEMANA,
  })

  const { pedido_id, total } = await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf({ pages: 2 }) }])
  expect(total).toBe(150)
  expect((await shop.post('/api/completar_compra', compra(pedido_id))).statusCode).toBe(200)
  const seen = (await shop.get(`/api/pedidos/${pedido_id}`)).json()
  expect(seen).toMatchObject({ sucursal_direccion: 'Belgrano 100', sucursal_whatsapp: '5493814000000' })

  // A field that is emptied later is shown no more, and listed as missing again
  await send('PATCH', 'sucursales/2', { horario: null, whatsapp: null })
  expect(await faltan()).toEqual(['horarios', 'telefonos'])
  expect((await shop.get('/api/sucursales')).json()[1]).toMatchObject({ horario: null, whatsapp: null })
})

test('without hours nothing is promised, without a place nothing is brought, and a branch has both coordinates', async () => {
  const { shop, send, headers } = await openNew()
  await send('PUT', 'ajustes', PRECIOS)
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf({ pages: 1 }) }])
  const promised = async () =>
    (await shop.get(`/api/pedidos/${pedido_id}?sucursal=Alberdi`)).json().prometido_estimado
  expect(await promised()).toBeNull()
  const asked = { sucursal: 'Alberdi', direccion: 'España 100, Aguilares' }
  const nowhere = await shop.post('/api/entregas/cotizar', asked)
  const sentence = 'Desde Alberdi todavía no hacemos envíos.'
  expect(nowhere.statusCode).toBe(400)
  expect(nowhere.json()).toEqual({ detail: sentence })
  const brought = { modo_entrega: 'delivery', direccion_entrega: asked.direccion }
  const bought = await shop.post('/api/completar_compra', compra(pedido_id, brought))
  expect(bought.statusCode).toBe(400)
  expect(bought.json()).toEqual({ direccion_entrega: [sentence] })
  const half = await shop.app.inject({
    method: 'PATCH',
    url: '/api/mostrador/sucursales/1',
    payload: { lat: -27.5 },
    headers,
  })
  expect(half.statusCode).toBe(400)
  expect(half.json()).toEqual({ lng: ['La posición lleva latitud y longitud.'] })
  await send('PATCH', 'sucursales/1', { lat: -27.58611, lng: -65.61972, horario: SEMANA })
  expect((await shop.post('/api/entregas/cotizar', asked)).statusCode).toBe(200)
  expect(await promised()).not.toBeNull()
})

test('mails leave out a branch’s missing facts; an invoice waits for the seller’s data and leaves once they are there', async () => {
  const { shop, send, headers } = await openNew()
  await send('PUT', 'ajustes', PRECIOS)
  const { pedido_id } = await shop.quote([{ nombre: 'tesis.pdf', bytes: await makePdf({ pages: 2 }) }])
  expect((await shop.post('/api/completar_compra', compra(pedido_id))).statusCode).toBe(200)
  const key = { 'idempotency-key': 'sin-vendedor-1' }
  const paid = await chargeInCash(shop, pedido_id, { ...headers, ...key })
  expect(paid.statusCode, paid.body).toBe(200)
  const mails = await shop.db.select().from(correos)
  const { texto = '' } = mails.find(({ asunto }) => asunto.startsWith('Recibimos tu pedido')) ?? {}
  expect(texto).toContain('Retirás en la sucursal Alberdi.\n')
  expect(texto).not.toMatch(/Horario|null|Lo prometemos/)
  const datos = {
    cuit: '30500010912',
    nombre: 'Ana SA',
    direccion: 'Belgrano 9',
    condicion_iva: 'RI',
    email: 'ana@example.com',
  }
  const queued = await shop.post(`/api/facturar/${pedido_id}/`, datos)
  expect(queued.statusCode).toBe(502)
  expect(queued.json()).toEqual({
    error:
      'Todavía no cargamos los datos para facturar. Tu factura quedó en cola: la emitimos apenas estén y te la mandamos por mail.',
  })
  await fillOthers({ send })
  const issued = await eventually(
    () => shop.post(`/api/facturar/${pedido_id}/`, datos),
    ({ statusCode }) => statusCode === 200,
  )
  expect(issued.json().url_pdf).toMatch(/\.pdf$/)
})
