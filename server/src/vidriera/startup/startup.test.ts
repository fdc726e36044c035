import { expect, test } from 'vitest'
import { testShop } from '../../testing/shop.ts'

const URL = '/api/obtener_preferencias_locales/'
const FORM = 'application/x-www-form-urlencoded'

async function multipart(secret: string) {
  const form = new FormData()
  form.append('secret', secret)
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  return { headers, payload: Buffer.from(await body.arrayBuffer()) }
}

test('a form of either kind, or JSON, with the public key answers the settings of the web', async () => {
  const { app } = await testShop()
  for (const sent of [
    { headers: { 'content-type': FORM }, payload: 'secret=imprimitodo-web' },
    { headers: { 'content-type': 'application/json' }, payload: '{"secret":"imprimitodo-web","otra":1}' },
    await multipart('imprimitodo-web'),
  ]) {
    const answer = await app.inject({ method: 'POST', url: URL, ...sent })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      debug: true,
      api_fidelizacion: 'http://localhost:80',
      recaptcha_site_key: null,
      mapa_teselas: null,
    })
  }
})

test('without it, 403', async () => {
  const { app } = await testShop()
  for (const sent of [
    { headers: { 'content-type': FORM }, payload: 'secret=otra' },
    { headers: { 'content-type': FORM }, payload: '' },
    { headers: { 'content-type': 'application/json' }, payload: '{"secret":null}' },
    { headers: { 'content-type': 'application/json' }, payload: '' },
    {},
    await multipart('otra'),
  ]) {
    const answer = await app.inject({ method: 'POST', url: URL, ...sent })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({ detail: 'La clave del sitio no es correcta.' })
  }
})

test('production does not debug; a forged Host never reaches the page; reCAPTCHA’s key does', async () => {
  const captcha = {
    siteKey: 'sitio',
    challenge: () => Promise.reject(new Error()),
    verify: async () => null,
    probe: async () => ({ ok: true, detail: '' }),
  }
  const { app } = await testShop({ captcha, production: true, publicUrl: 'https://tienda.example' })
  const answer = await app.inject({
    method: 'POST',
    url: URL,
    payload: { secret: 'imprimitodo-web' },
    headers: { host: 'evil.example' },
  })
  expect(answer.json()).toEqual({
    debug: false,
    api_fidelizacion: 'https://tienda.example',
    recaptcha_site_key: 'sitio',
    mapa_teselas: null,
  })
})
