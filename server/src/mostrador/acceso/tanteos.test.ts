// Guessing a person's password or code over real sockets, from many addresses.
import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import { enterAs, newOperador, passCounterCheck, turnOnSegundoFactor } from '../../testing/mostrador.ts'
import { eventually, OWNER } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const ENTER = '/api/mostrador/ingresar'
type Shop = Awaited<ReturnType<typeof openShop>>
type Refused = { detail: string; captcha?: true; totp?: true }

const visitors = (shop: Shop, count: number, net: number) =>
  Array.from({ length: count }, (_, index) => shop.visitor(`198.18.${net}.${index + 1}`))

/** How many answers had each status. */
const tally = (answers: { status: number }[]): Record<number, number> => {
  const sum: Record<number, number> = {}
  for (const { status } of answers) sum[status] = (sum[status] ?? 0) + 1
  return sum
}

const mailsAbout = (shop: Shop, about: string) =>
  eventually(
    () =>
      shop.db
        .select()
        .from(correos)
        .where(and(eq(correos.para, OWNER.email), like(correos.clave, about))),
    (found) => found.length > 0,
  )

test('of 200 wrong codes of one account from 20 addresses, all at once, ten are looked at; the person is told', {
  timeout: 180_000,
}, async () => {
  const shop = await openShop()
  const { code } = await turnOnSegundoFactor(shop, await enterAs(shop))
  const strangers = visitors(shop, 20, 1)
  const guess = (totp: string) => ({ body: { ...OWNER, totp } })
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => strangers[at % 20]?.ask(ENTER, guess(`${100_000 + at}`))),
  )
  expect(tally(answers.flatMap((one) => one ?? []))).toEqual({ 401: 10, 403: 190 })
  const refused = await strangers[0]?.ask(ENTER, guess(code()))
  expect(refused?.status).toBe(403)
  expect(refused?.json<Refused>().captcha).toBe(true)
  const [mail, ...more] = await mailsAbout(shop, '%tanteo:codigo:%')
  expect([mail?.texto.includes('ya sabe tu contraseña'), more.length]).toEqual([true, 0])
  await shop.deps.seguridad.stop()
  const noted = await shop.db
    .select()
    .from(eventos_seguridad)
    .where(eq(eventos_seguridad.que, 'codigo_errado'))
  expect(noted.reduce((sum, { veces }) => sum + veces, 0)).toBe(10)

  // Ten more behind the anti-bot check; after them no code is looked at for the rest of the hour
  for (let at = 0; at < 10; at++) {
    const [stranger] = visitors(shop, 1, 50 + at)
    if (stranger) await passCounterCheck(stranger)
    expect((await stranger?.ask(ENTER, guess('000000')))?.status).toBe(401)
  }
  const late = shop.visitor()
  await passCounterCheck(late)
  const closed = await late.ask(ENTER, guess('000000'))
  expect(closed.status).toBe(429)
  expect(Number(closed.headers.get('retry-after')) > 3_000).toBe(true)
  shop.clock.offsetMs += 3600_000
  expect((await shop.visitor().ask(ENTER, guess(code()))).status).toBe(200)
})

test('a person who signed in from this browser before is not locked out by strangers; ten own tries', async () => {
  const shop = await openShop()
  const { code } = await turnOnSegundoFactor(shop, await enterAs(shop))
  const own = shop.visitor()
  shop.clock.offsetMs += 60_000
  expect((await own.ask(ENTER, { body: { ...OWNER, totp: code() } })).status).toBe(200)
  const wrong = { body: { ...OWNER, totp: '000000' } }
  await Promise.all(visitors(shop, 20, 1).map((stranger) => stranger.ask(ENTER, wrong)))
  await Promise.all(
    visitors(shop, 20, 2).map((stranger) => stranger.ask(ENTER, { body: { ...OWNER, password: 'x' } })),
  )
  expect((await shop.visitor().ask(ENTER, wrong)).status).toBe(403)

  const typos = await Promise.all(Array.from({ length: 12 }, () => own.ask(ENTER, wrong)))
  expect(tally(typos)).toEqual({ 401: 10, 403: 2 })
  await passCounterCheck(own)
  shop.clock.offsetMs += 60_000
  expect((await own.ask(ENTER, { body: { ...OWNER, totp: code() } })).status).toBe(200)

  // For this account another person's browser counts as a stranger's
  const { who } = await newOperador(shop, 1)
  const clerk = shop.visitor()
  expect((await clerk.ask(ENTER, { body: who })).status).toBe(200)
  expect((await clerk.ask(ENTER, wrong)).status).toBe(403)
})

test('a code that turns it off counts for the account, whichever session sends it', async () => {
  const shop = await openShop()
  const headers = await enterAs(shop)
  const { code } = await turnOnSegundoFactor(shop, headers)
  const off = (codigo: string) => ({ body: { codigo }, headers })
  const answers = await Promise.all(
    visitors(shop, 20, 1).flatMap((thief) =>
      Array.from({ length: 5 }, (_, at) =>
        thief.ask('/api/mostrador/segundo-factor/desactivar', off(`${100_000 + at}`)),
      ),
    ),
  )
  expect(tally(answers)).toEqual({ 400: 10, 403: 90 })
  // Wrong codes there count at the login too
  expect((await shop.visitor().ask(ENTER, { body: { ...OWNER, totp: code() } })).status).toBe(403)
})

test('of 200 wrong passwords from 20 addresses twenty are tried without the check; per e-mail alone there is nothing else', async () => {
  const shop = await openShop()
  const strangers = visitors(shop, 20, 1)
  const wrong = { body: { ...OWNER, password: 'otra' } }
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => strangers[at % 20]?.ask(ENTER, wrong)),
  )
  expect(tally(answers.flatMap((one) => one ?? []))).toEqual({ 401: 20, 403: 180 })
  // The same for an e-mail without an account
  const nobody = { body: { email: 'nadie@example.com', password: 'otra' } }
  expect(tally(await Promise.all(visitors(shop, 30, 2).map((one) => one.ask(ENTER, nobody))))).toEqual({
    401: 20,
    403: 10,
  })
  const owner = shop.visitor()
  expect((await owner.ask(ENTER, { body: OWNER })).status).toBe(403)
  for (let at = 0; at < 15; at++) {
    const stranger = shop.visitor()
    await passCounterCheck(stranger)
    expect((await stranger.ask(ENTER, wrong)).status).toBe(401)
  }
  await passCounterCheck(owner)
  expect((await owner.ask(ENTER, { body: OWNER })).status).toBe(200)
  const told = await mailsAbout(shop, '%tanteo:%')
  expect(told.map(({ clave }) => clave.replace(/\d{4}-.*/, ''))).toEqual([
    expect.stringMatching(/^operador:\d+:tanteo:clave:$/),
  ])
})

test('one address has ten failures for an e-mail; another e-mail is tried there', async () => {
  const shop = await openShop()
  const { who } = await newOperador(shop, null)
  const campus = shop.visitor('198.18.9.9')
  const wrong = { body: { ...who, password: 'otra' } }
  expect(tally(await Promise.all(Array.from({ length: 12 }, () => campus.ask(ENTER, wrong))))).toEqual({
    401: 10,
    429: 2,
  })
  expect((await campus.ask(ENTER, { body: OWNER })).status).toBe(200)
})
