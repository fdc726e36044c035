import { describe, expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { bearer } from '../../testing/cuenta.ts'
import { confirmAs, enterAs } from '../../testing/mostrador.ts'
import { OWNER, type Shop, testShop } from '../../testing/shop.ts'
import { base32Bytes, base32Of, stepOf, totpOf, totpStep } from './totp.ts'

const B = '/api/mostrador'
/** RFC 6238, appendix B: its last six digits of eight. */
const SECRET = base32Of(Buffer.from('12345678901234567890'))

describe('codes of the phone', () => {
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s it is %s, as the standard says', (seconds, code) => {
    expect(totpOf(SECRET, stepOf(new Date(seconds * 1000)))).toBe(code)
  })

  test('base 32 goes there and back', () => {
    expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(base32Bytes(SECRET).toString()).toBe('12345678901234567890')
  })

  test('a step before and after is near enough, two are not; anything else is no code', () => {
    const at = (steps: number) => new Date((1000 + steps) * 30_000)
    const code = totpOf(SECRET, 1000)
    expect([-2, -1, 0, 1, 2].map((away) => totpStep(SECRET, code, at(away)))).toEqual([
      null,
      1000,
      1000,
      1000,
      null,
    ])
    expect(totpStep(SECRET, ` ${code.slice(0, 3)} ${code.slice(3)} `, at(0))).toBe(1000)
    for (const typed of ['', '12345', `${code}0`, 'abcdef', '１２３４５６'])
      expect(totpStep(SECRET, typed, at(0))).toBeNull()
  })
})

async function turnedOn(shop: Shop) {
  const headers = await enterAs(shop)
  await confirmAs(shop, headers)
  const { secreto, uri } = (await shop.post(`${B}/segundo-factor/preparar`, {}, headers)).json()
  const code = (steps = 0) => totpOf(secreto, stepOf(shop.deps.now()) + steps)
  const activate = (codigo: string) => shop.post(`${B}/segundo-factor/activar`, { codigo }, headers)
  const enter = (totp?: string) => shop.post(`${B}/ingresar`, { ...OWNER, totp })
  return { headers, secreto, uri, code, activate, enter }
}

describe('the second factor', () => {
  test('is asked for once it was turned on with a code; each code lets in once, of 50 at once too', async () => {
    const shop = await testShop()
    const { headers, secreto, uri, code, activate, enter } = await turnedOn(shop)
    expect(uri).toBe(
      `otpauth://totp/imprimitodo:duena%40imprimitodo.test?secret=${secreto}&issuer=imprimitodo`,
    )
    // The secret was only shown: no code is asked for yet
    expect((await enter()).statusCode).toBe(200)
    expect((await activate('000')).json()).toHaveProperty('codigo')
    const on = await activate(code(-1))
    expect(on.statusCode).toBe(200)
    expect(new Set(on.json().codigos).size).toBe(10)
    expect((await activate(code())).statusCode).toBe(409)
    expect((await shop.post(`${B}/segundo-factor/preparar`, {}, headers)).statusCode).toBe(409)

    const without = await enter()
    expect(without.statusCode).toBe(401)
    expect(without.json()).toEqual({ detail: 'Escribí el código de tu teléfono.', totp: true })
    // The code that turned it on is spent
    expect((await enter(code(-1))).json()).toMatchObject({ totp: true })
    expect((await shop.post(`${B}/ingresar`, { ...OWNER, password: 'otra', totp: code() })).json()).toEqual({
      detail: 'Revisá tus credenciales e intentá de nuevo.',
    })
    const right = code()
    const burst = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        shop.app.inject({
          method: 'POST',
          url: `${B}/ingresar`,
          payload: { ...OWNER, totp: right },
          remoteAddress: `10.1.${index}.1`,
        }),
      ),
    )
    expect(burst.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    // The other codes count as wrong
    shop.clock.offsetMs += 3600_000
    expect((await enter(code())).statusCode).toBe(200)
  })

  test('a recovery code lets in once; with a code it is turned off, and the person is noted', async () => {
    const shop = await testShop()
    const { headers, secreto, code, activate, enter } = await turnedOn(shop)
    const { codigos } = (await activate(code())).json()
    const used = await enter(codigos[0].toLowerCase().replaceAll('-', ' '))
    expect(used.statusCode).toBe(200)
    expect((await enter(codigos[0])).statusCode).toBe(401)
    expect((await shop.get(`${B}/segundo-factor`, headers)).json()).toMatchObject({ recuperacion: 9 })
    const [owner] = await shop.db.select().from(operadores)
    expect(JSON.stringify(owner)).not.toContain(codigos[1])

    await confirmAs(shop, bearer(used.json().access))
    const off = (codigo: string) =>
      shop.post(`${B}/segundo-factor/desactivar`, { codigo }, bearer(used.json().access))
    expect((await off('000000')).json()).toHaveProperty('codigo')
    expect((await off(codigos[1])).statusCode).toBe(200)
    expect((await enter()).statusCode).toBe(200)
    const { cambios } = (await shop.get(`${B}/auditoria?que=usuario`, headers)).json()
    expect(cambios.map(({ despues }: { despues: object }) => despues)).toEqual([
      { segundo_factor: false },
      { segundo_factor: true },
    ])
    const mails = JSON.stringify(await shop.db.select().from(correos))
    expect([secreto, ...codigos].filter((secret) => mails.includes(secret))).toEqual([])
  })

  test('wrong codes close the door as wrong passwords do', async () => {
    const shop = await testShop()
    const { code, activate, enter } = await turnedOn(shop)
    await activate(code())
    for (let tries = 0; tries < 10; tries++) expect((await enter('000001')).statusCode).toBe(401)
    const closed = await enter('000001')
    expect(closed.statusCode).toBe(429)
    expect(Number(closed.headers['retry-after']) > 0).toBe(true)
  })
})
