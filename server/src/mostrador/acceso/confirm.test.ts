// The step-up over real sockets: a session alone does not authorise sensitive calls.
import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { correos } from '../../base/db/schema/correos.ts'
import { operadores } from '../../base/db/schema/mostrador.ts'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import { enterAs, newOperador, passCounterCheck, turnOnSegundoFactor } from '../../testing/mostrador.ts'
import { another, mercadoPagoShop, withLink } from '../../testing/pagos.ts'
import { pastDeshacer } from '../../testing/pedidos.ts'
import { eventually, OWNER } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const B = '/api/mostrador'
const ASKED = { detail: 'Confirmá que sos vos para seguir.', confirmar: true }

/** The owner in one browser, and a thief of the owner's bearer token in another. */
async function world() {
  const shop = await openShop()
  const owner = shop.visitor()
  const { access } = (await owner.ask(`${B}/ingresar`, { body: OWNER })).json<{ access: string }>()
  const headers = { authorization: `Bearer ${access}` }
  const as = (who: typeof owner) => (method: string, path: string, body: object) =>
    who.ask(`${B}/${path}`, { method, body, headers })
  const [{ id } = { id: 0 }] = await shop.db.select().from(operadores)
  return { shop, owner, ask: as(owner), thief: as(shop.visitor()), headers, id }
}

describe('a bearer alone', () => {
  test('does not change the owner’s e-mail; with the password it does, and the old address is told', async () => {
    const { shop, ask, thief, id } = await world()
    const move = (body: object) => thief('PATCH', `usuarios/${id}`, { email: 'ladron@example.com', ...body })
    for (const body of [{}, { actual: '' }, { actual: null }]) {
      const answer = await move(body)
      expect(answer.status).toBe(403)
      expect(answer.json()).toEqual(ASKED)
    }
    expect((await move({ actual: 'adivino' })).json()).toEqual({ actual: ['Esa no es tu contraseña.'] })
    expect((await move({ totp: '000000' })).json()).toHaveProperty('totp')
    const [before] = await shop.db.select().from(operadores)
    expect(before?.email).toBe(OWNER.email)

    const moved = await ask('PATCH', `usuarios/${id}`, { email: 'nueva@example.com', actual: OWNER.password })
    expect(moved.status).toBe(200)
    expect(moved.json<{ email: string }>().email).toBe('nueva@example.com')
    // A proof that a call carries is for that call alone
    expect((await move({})).status).toBe(403)
    const [mail] = await shop.db.select().from(correos).where(eq(correos.para, OWNER.email))
    expect([
      mail?.asunto,
      mail?.texto.includes('n•••••@example.com'),
      mail?.texto.includes('nueva@'),
    ]).toEqual(['Cambió el e-mail de tu cuenta del mostrador', true, false])
    const kinds = await shop.db
      .select()
      .from(eventos_seguridad)
      .where(eq(eventos_seguridad.que, 'correo_cambiado'))
    expect(kinds).toMatchObject([{ cuenta_tipo: 'operador', cuenta_id: id, detalle: 'Mostrador' }])
    expect(JSON.stringify(kinds)).not.toContain('@')
  })

  test('confirms nothing by having just signed in; confirming lasts five minutes, in that session', async () => {
    const { shop, ask, headers } = await world()
    const nueva = { nombre: 'Caja', email: 'caja@x.com', sucursal: null }
    expect((await ask('POST', 'usuarios', nueva)).json()).toEqual(ASKED)
    // Errors of the call are told first, so that the person is never asked for nothing
    expect((await ask('POST', 'usuarios', { ...nueva, email: 'mal' })).json()).toHaveProperty('email')
    expect((await ask('POST', 'confirmar', {})).json()).toHaveProperty('actual')
    const confirmed = await ask('POST', 'confirmar', { actual: OWNER.password })
    const { hasta } = confirmed.json<{ hasta: string }>()
    expect(confirmed.status).toBe(200)
    expect(Date.parse(hasta) - shop.deps.now().getTime() > 295_000).toBe(true)
    expect((await ask('POST', 'usuarios', nueva)).status).toBe(201)
    const other = await enterAs(shop)
    expect((await shop.post(`${B}/usuarios`, { ...nueva, email: 'otra@x.com' }, other)).json()).toEqual(ASKED)
    shop.clock.offsetMs += 5 * 60_000
    expect((await shop.post(`${B}/usuarios`, { ...nueva, email: 'otra@x.com' }, headers)).json()).toEqual(
      ASKED,
    )
  })

  test('guesses ten times, however many browsers and calls it uses; the owner’s own browser goes on', async () => {
    const { shop, ask, headers, id } = await world()
    const guess = { method: 'POST', body: { actual: 'adivino' }, headers }
    const more = { method: 'PATCH', body: { email: 'x@example.com', actual: 'adivino' }, headers }
    const password = { method: 'POST', body: { password: 'Otra-clave-27', actual: 'adivino' }, headers }
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        const thief = shop.visitor(`198.18.7.${(at % 20) + 1}`)
        if (at % 3 === 0) return thief.ask(`${B}/confirmar`, guess)
        return thief.ask(
          `${B}/usuarios/${id}${at % 3 === 1 ? '' : '/password'}`,
          at % 3 === 1 ? more : password,
        )
      }),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter((answer) => answer.json<{ captcha?: boolean }>().captcha)).toHaveLength(50)
    const late = shop.visitor()
    await passCounterCheck(late)
    expect((await late.ask(`${B}/confirmar`, guess)).status).toBe(400)

    expect((await ask('POST', 'confirmar', { actual: OWNER.password })).status).toBe(200)
    const told = await eventually(
      () => shop.db.select().from(correos).where(like(correos.clave, '%:tanteo:confirmar:%')),
      (found) => found.length > 0,
    )
    expect(told).toHaveLength(1)
  })

  test('a code of the phone confirms as the password does, once', async () => {
    const { shop, ask, headers } = await world()
    const { code, codigos } = await turnOnSegundoFactor(shop, headers)
    shop.clock.offsetMs += 10 * 60_000
    expect((await ask('POST', 'segundo-factor/recuperacion', {})).json()).toEqual(ASKED)
    const totp = code()
    expect((await ask('POST', 'confirmar', { totp })).status).toBe(200)
    expect((await ask('POST', 'confirmar', { totp })).status).toBe(400)
    const fresh = (await ask('POST', 'segundo-factor/recuperacion', {})).json<{ codigos: string[] }>()
    expect((await ask('POST', 'confirmar', { totp: codigos[0] })).status).toBe(400)
    expect((await ask('POST', 'confirmar', { totp: fresh.codigos[0] })).status).toBe(200)
    expect((await ask('POST', 'confirmar', { totp: fresh.codigos[0] })).status).toBe(400)
  })

  test('does not loosen what guards it: the settings of security', async () => {
    const { shop, ask, thief, headers } = await world()
    const loosen = { seguridad: { devolucion_confirmar: 90_000_000 } }
    expect((await thief('PUT', 'ajustes', loosen)).json()).toEqual(ASKED)
    expect((await thief('PUT', 'ajustes', { radioPermitido: 6 })).status).toBe(200)
    const demand = { seguridad: { exigir_segundo_factor: true }, actual: OWNER.password }
    expect((await ask('PUT', 'ajustes', demand)).json()).toHaveProperty('exigir_segundo_factor')
    const changed = await ask('PUT', 'ajustes', {
      seguridad: { devolucion_confirmar: 500.5 },
      actual: OWNER.password,
    })
    expect(changed.json<{ seguridad: object }>().seguridad).toEqual({
      exigir_segundo_factor: false,
      devolucion_confirmar: 500.5,
    })
    expect((await shop.get(`${B}/ajustes`, headers)).json().seguridad.devolucion_confirmar).toBe(500.5)
  })
})

describe('refunds above the owner’s amount', () => {
  /** Paid orders of 95 pesos; refunds above 40 need a confirmation. */
  async function paidShop() {
    const { shop, mercadopago } = await mercadoPagoShop()
    const model = await withLink(shop)
    const clerk = await newOperador(shop, 1)
    const owner = await enterAs(shop)
    const seguridad = { devolucion_confirmar: 40 }
    const put = {
      method: 'PUT',
      url: `${B}/ajustes`,
      payload: { seguridad, actual: OWNER.password },
    } as const
    expect((await shop.app.inject({ ...put, headers: owner })).statusCode).toBe(200)
    const paid = async () => {
      const { id, preferencia_id } = await another(shop, model)
      await mercadopago.notify(String(mercadopago.books.pay(preferencia_id ?? '').id))
      await eventually(
        async () => (await shop.get(`/api/pedidos/${id}`)).json().estado,
        (estado) => estado === 'pagado',
      )
      return id
    }
    const back = (id: string, body: object) =>
      shop.post(`${B}/pedidos/${id}/devolver`, { motivo: 'Manchado', ...body }, clerk.headers)
    return { shop, clerk, paid, back }
  }

  test('are asked about also in small parts, all of it, and by cancelling; the owner is told', async () => {
    const { shop, clerk, paid, back } = await paidShop()
    const [parts, whole, cancelled] = [await paid(), await paid(), await paid()]
    expect((await back(parts, { importe: 40 })).statusCode).toBe(200)
    expect((await back(parts, { importe: 0.01 })).json()).toEqual(ASKED)
    expect((await back(whole, {})).json()).toEqual(ASKED)
    const cancel = (more: object) =>
      shop.post(
        `${B}/pedidos/${cancelled}/estado`,
        { estado: 'cancelado', motivo: 'x', ...more },
        clerk.headers,
      )
    expect((await cancel({})).json()).toEqual(ASKED)
    const told = () => shop.db.select().from(correos).where(like(correos.clave, 'pago:devolucion:%'))
    expect(await told()).toEqual([])

    expect((await back(whole, { actual: clerk.who.password })).json()).toMatchObject({
      estado: 'reembolsado',
    })
    const [mail, ...others] = await told()
    expect([mail?.para, mail?.asunto.replace(/\d+/, 'N'), others]).toEqual([
      OWNER.email,
      'Devolución grande del pedido N',
      [],
    ])
    expect(mail?.texto).toMatch(/devolvió \$\s95,00 del pedido \d+\. Motivo: Manchado/)
    expect((await cancel({ actual: clerk.who.password })).json()).toMatchObject({ estado: 'cancelado' })
    await pastDeshacer(shop, cancelled)
    const notes = await shop.db
      .select()
      .from(eventos_seguridad)
      .where(eq(eventos_seguridad.que, 'devolucion'))
    expect(notes.map(({ cuenta_id, detalle }) => [cuenta_id, detalle.replace(/\d+/, 'N')])).toEqual([
      [clerk.id, 'Pedido N, $ 40,00'],
      [clerk.id, 'Pedido N, $ 95,00'],
      [clerk.id, 'Pedido N, $ 95,00'],
    ])
  })

  test('are asked about also in small parts that are sent at once', async () => {
    const { paid, back } = await paidShop()
    const id = await paid()
    const answers = await Promise.all(Array.from({ length: 10 }, () => back(id, { importe: 9.5 })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.map((answer) => answer.json())).toEqual(Array(6).fill(ASKED))
  })
})
