import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAltcha } from './altcha.ts'
import { createCaptcha } from './index.ts'
import { type Captcha, CaptchaDown } from './port.ts'
import { createRecaptcha } from './recaptcha.ts'

const HTTPS = 'https://imprimitodo.example'
const EASY = { counter: { min: 1, max: 2 } }
const altcha = createAltcha('secreto', EASY)

/** Solves it as the browser does. */
async function solve(captcha: Captcha, action: string, change: (payload: object) => object = (same) => same) {
  const challenge = await captcha.challenge(action)
  const solution = await solveChallenge({ challenge, deriveKey })
  const payload = change({ challenge, solution })
  return `altcha.${Buffer.from(JSON.stringify(payload)).toString('base64')}`
}

/** A siteverify on loopback: a token is the JSON of its own answer. */
const fake = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const form = new URLSearchParams(body)
  const token = form.get('response') ?? ''
  if (token === 'down') return response.writeHead(503).end()
  if (token === 'nonsense') return response.end('<html>')
  if (token === 'hang') return request.socket.destroy()
  const wrongSecret = { success: false, 'error-codes': ['invalid-input-secret'] }
  const verdict = token.startsWith('{')
    ? JSON.parse(token)
    : { success: false, 'error-codes': ['invalid-input-response'] }
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(form.get('secret') === 'clave' ? verdict : wrongSecret))
})
let verifyUrl = ''
beforeAll(async () => {
  fake.listen(0, '127.0.0.1')
  await once(fake, 'listening')
  verifyUrl = `http://127.0.0.1:${(fake.address() as AddressInfo).port}/siteverify`
})
afterAll(() => void fake.close())

const settings = () => ({ siteKey: 'sitio', secret: 'clave', verifyUrl, hostname: 'imprimitodo.example' })
const recaptcha = () => createRecaptcha(settings(), altcha)
const token = (change: object = {}) =>
  JSON.stringify({
    success: true,
    score: 0.9,
    action: 'login',
    hostname: 'imprimitodo.example',
    challenge_ts: new Date().toISOString(),
    ...change,
  })

describe.each([
  { name: 'embedded', make: () => altcha, prove: (action: string) => solve(altcha, action) },
  { name: 'reCAPTCHA', make: recaptcha, prove: async (action: string) => token({ action }) },
])('$name', ({ make, prove }) => {
  test('a proof passes, and has the same name each time it comes', async () => {
    const captcha = make()
    const proof = await prove('login')
    const id = await captcha.verify(proof, 'login')
    expect(id).toMatch(/^\w+:[\w-]{16,}$/)
    expect(await captcha.verify(proof, 'login')).toBe(id)
    expect(await captcha.verify(await prove('login'), 'login')).not.toBeNull()
  })

  test('a proof of another action does not', async () => {
    expect(await make().verify(await prove('ruleta'), 'login')).toBeNull()
  })

  test.each(['', 'x', 'altcha.', 'altcha.e30=', `altcha.${'A'.repeat(5000)}`])(
    'nor does anything made up: %s',
    async (made) => expect(await make().verify(made, 'login')).toBeNull(),
  )

  test('there is always an embedded challenge to fall back on', async () => {
    const captcha = make()
    expect(await captcha.verify(await solve(captcha, 'login'), 'login')).toMatch(/^altcha:/)
  })
})

describe('the proof of work', () => {
  test('what we did not sign, or was signed and then changed, is refused', async () => {
    expect(await altcha.verify(await solve(createAltcha('otro', EASY), 'login'), 'login')).toBeNull()
    const easier = await solve(altcha, 'ruleta', (payload) => ({
      ...payload,
      challenge: { parameters: { ...Object(payload).challenge.parameters, data: { action: 'login' } } },
    }))
    expect(await altcha.verify(easier, 'login')).toBeNull()
    const unsolved = await solve(altcha, 'login', (payload) => ({
      ...payload,
      solution: { counter: 99, derivedKey: '00' },
    }))
    expect(await altcha.verify(unsolved, 'login')).toBeNull()
  })

  test('is refused when it comes late', async () => {
    const late = createAltcha('secreto', { ...EASY, now: () => Date.now() - 121_000 })
    expect(await altcha.verify(await solve(late, 'login'), 'login')).toBeNull()
  })

  test('another process with the same secret takes it', async () => {
    expect(await createAltcha('secreto').verify(await solve(altcha, 'login'), 'login')).not.toBeNull()
  })
})

test('over plain http, where browsers work ten times as long for each try, fewer tries are asked for', async () => {
  const triesOf = async (publicUrl: string) => {
    const captcha = createCaptcha('secreto', {
      publicUrl,
      recaptcha: undefined,
      recaptchaVerifyUrl: verifyUrl,
    })
    const solution = await solveChallenge({ challenge: await captcha.challenge('login'), deriveKey })
    return solution?.counter ?? 0
  }
  expect(await triesOf(HTTPS)).toBeGreaterThanOrEqual(300)
  expect(await triesOf('http://192.168.0.10:3000')).toBeLessThanOrEqual(80)
})

describe('reCAPTCHA', () => {
  test.each([
    ['not genuine', { success: false }],
    ['a low score', { score: 0.4 }],
    ['no score', { score: undefined }],
    ['another site', { hostname: 'evil.example' }],
    ['an old one', { challenge_ts: new Date(Date.now() - 121_000).toISOString() }],
    ['no date', { challenge_ts: undefined }],
  ])('%s is refused', async (_, change) => {
    expect(await recaptcha().verify(token(change), 'login')).toBeNull()
  })

  test('the limit of the score is in', async () => {
    expect(await recaptcha().verify(token({ score: 0.5 }), 'login')).not.toBeNull()
  })

  test.each(['down', 'nonsense', 'hang'])(
    'an outage lets no visitor through, and says so: %s',
    async (made) => {
      await expect(recaptcha().verify(made, 'login')).rejects.toBeInstanceOf(CaptchaDown)
    },
  )

  test('our own wrong secret is an outage too', async () => {
    const captcha = createRecaptcha({ ...settings(), secret: 'otra' }, altcha)
    await expect(captcha.verify(token(), 'login')).rejects.toBeInstanceOf(CaptchaDown)
  })

  test('is there only where its keys are set', () => {
    const own = { publicUrl: HTTPS, recaptchaVerifyUrl: verifyUrl }
    expect(createCaptcha('s', { ...own, recaptcha: undefined }).siteKey).toBeNull()
    expect(createCaptcha('s', { ...own, recaptcha: settings() }).siteKey).toBe('sitio')
  })
})
