import { splitIva } from '@imprimitodo/shared/rules/dinero/iva'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { endConnections, testDatabase } from '../../../testing/database.ts'
import { startArca } from '../../../testing/peers/arca.ts'
import { makeCredentials } from '../../../testing/peers/arca-cert.ts'
import { createArca } from './arca.ts'
import { signCms } from './arca-cms.ts'
import { createFiscal } from './index.ts'
import { type Comprobante, type Fiscal, FiscalDown, FiscalRejected, type Serie } from './port.ts'
import { createFiscalSimulado } from './simulado.ts'

const CUIT = '20123456786'
const CLIENTE = '30500010912'
const credentials = makeCredentials(CUIT)
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))
/** One database for all: each loopback ARCA has its own address, and so its own tickets. */
let database: ReturnType<typeof testDatabase> | undefined
function openDatabase() {
  database ??= testDatabase()
  return database
}

const today = (): string => new Date(Date.now() - 3 * 3600_000).toISOString().slice(0, 10)
const SERIE: Serie = { cuit: CUIT, puntoVenta: 3, tipo: 11 }
const comprobante = (numero: number, change: Partial<Comprobante> = {}): Comprobante => ({
  ...SERIE,
  numero,
  fecha: today(),
  servicio: { desde: today(), hasta: today() },
  docTipo: 80,
  docNro: CLIENTE,
  condicion: 5,
  total: 3990_00,
  iva: null,
  asociado: null,
  ...change,
})

/** An adapter with an ARCA that has books of its own. `skew`: by how much our clock is fast. */
async function arca(condicion: 'RI' | 'MT' = 'MT', clock: { ms: number; skew?: number } = { ms: 0 }) {
  const now = () => new Date(Date.now() + clock.ms + (clock.skew ?? 0))
  const theirs = () => new Date(Date.now() + clock.ms)
  const loopback = await startArca({ cuit: CUIT, condicion, now: theirs })
  const { db } = await openDatabase()
  closing.push(loopback.close)
  const settings = { cuit: CUIT, issuer: condicion, ...credentials, ...loopback.urls }
  const make = (): Fiscal => createArca({ db, now, settings })
  return { fiscal: make(), make, loopback, db, settings }
}
async function simulado() {
  const { db } = await openDatabase()
  await db.execute('truncate simulado_comprobantes')
  return { fiscal: createFiscalSimulado({ db }) }
}

describe.each([
  { name: 'simulated', make: simulado },
  { name: 'ARCA', make: () => arca() },
])('$name', ({ make }) => {
  test('numbers begin at 1 and follow each other; a granted voucher is found again', async () => {
    const { fiscal } = await make()
    expect(await fiscal.last(SERIE)).toBe(0)
    expect(await fiscal.find(SERIE, 1)).toBeNull()
    const first = await fiscal.issue(comprobante(1))
    const second = await fiscal.issue(comprobante(2, { total: 1_50 }))
    expect(first.cae).toMatch(/^\d{14}$/)
    expect(first.vence).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(second.cae).not.toBe(first.cae)
    expect(await fiscal.last(SERIE)).toBe(2)
    expect(await fiscal.find(SERIE, 2)).toEqual({
      numero: 2,
      fecha: today(),
      docTipo: 80,
      docNro: CLIENTE,
      total: 1_50,
      cae: second.cae,
      vence: second.vence,
    })
  })

  test.each([0, 2, 7])('a number that does not follow is refused as such: %i', async (numero) => {
    const { fiscal } = await make()
    await expect(fiscal.issue(comprobante(numero))).rejects.toMatchObject({ isSequence: true })
    expect(await fiscal.last(SERIE)).toBe(0)
  })

  test('each point of sale and type has numbers of its own', async () => {
    const { fiscal } = await make()
    await fiscal.issue(comprobante(1))
    await fiscal.issue(comprobante(1, { puntoVenta: 4 }))
    const asociado = { ...SERIE, numero: 1, fecha: today() }
    await fiscal.issue(comprobante(1, { tipo: 13, asociado }))
    expect(await fiscal.last({ ...SERIE, puntoVenta: 4 })).toBe(1)
    expect(await fiscal.last({ ...SERIE, puntoVenta: 5 })).toBe(0)
  })

  test('of 20 that want the same number one gets it', async () => {
    const { fiscal } = await make()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => fiscal.issue(comprobante(1))))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(19)
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ isSequence: true })
    expect(await fiscal.last(SERIE)).toBe(1)
  })

  test('an anonymous final consumer', async () => {
    const { fiscal } = await make()
    await fiscal.issue(comprobante(1, { docTipo: 99, docNro: '0' }))
    expect(await fiscal.find(SERIE, 1)).toMatchObject({ docTipo: 99, docNro: '0' })
  })

  test('answers the owner that it is well', async () => {
    expect(await (await make()).fiscal.probe()).toMatchObject({ ok: true })
  })

  test('does not know a CUIT that does not exist', async () => {
    expect(await (await make()).fiscal.persona('20000000001')).toBeNull()
  })
})

describe('ARCA: vouchers', () => {
  test.each([
    ['A', 1, 1],
    ['A', 1, 6],
    ['B', 6, 5],
  ])('%s with its VAT, %i to condition %i, and its credit note', async (_, tipo, condicion) => {
    const { fiscal, loopback } = await arca('RI')
    const total = 1500_01
    const made = await fiscal.issue(comprobante(1, { tipo, condicion, total, iva: splitIva(total) }))
    expect(made.observaciones.join()).toMatch(condicion === 6 ? /10217/ : /^$/)
    const asociado = { ...SERIE, tipo, numero: 1, fecha: today() }
    await fiscal.issue(comprobante(1, { tipo: tipo + 2, condicion, total: 7, iva: splitIva(7), asociado }))
    expect(loopback.problems).toEqual([])
  })

  test('no amount is refused for its sums', async () => {
    const { fiscal, loopback } = await arca('RI')
    let numero = 0
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 99_999_999_99 }), async (total) => {
        await fiscal.issue(comprobante(++numero, { tipo: 6, total, iva: splitIva(total) }))
        expect(await fiscal.find({ ...SERIE, tipo: 6 }, numero)).toMatchObject({ total })
      }),
      { numRuns: 30 },
    )
    expect(loopback.books.vouchers).toHaveLength(numero)
  })

  test('a refusal is told in ARCA’s words, and the number stays free', async () => {
    const { fiscal } = await arca()
    const refused = fiscal.issue(comprobante(1, { condicion: 99 }))
    await expect(refused).rejects.toBeInstanceOf(FiscalRejected)
    await expect(refused).rejects.toThrow('La condicion de IVA del receptor no es valida')
    await expect(refused).rejects.toMatchObject({ isSequence: false })
    expect(await fiscal.last(SERIE)).toBe(0)
    await fiscal.issue(comprobante(1))
  })

  test('requests and answers are stored, without credentials', async () => {
    const { fiscal } = await arca()
    const { intercambio } = await fiscal.issue(comprobante(1))
    expect(intercambio?.pedido).toContain('<ImpTotal>3990.00</ImpTotal>')
    expect(intercambio?.respuesta).toContain('<CAE>')
    expect(JSON.stringify(intercambio)).not.toMatch(/<Token>|<Sign>/)
  })

  test.each(['lost', 'garbled', 'slow'] as const)(
    'an answer that was %s says nothing; asking does',
    async (as) => {
      const { fiscal, loopback } = await arca()
      loopback.moods.push({ on: 'FECAESolicitar', as, ms: 1 })
      const outcome = await fiscal.issue(comprobante(1)).catch((error) => error)
      if (as !== 'slow') expect(outcome).toBeInstanceOf(FiscalDown)
      expect(await fiscal.find(SERIE, 1)).toMatchObject({ total: 3990_00 })
      expect(await fiscal.last(SERIE)).toBe(1)
    },
  )

  test.each([
    ['cut', 'FECAESolicitar'],
    ['html', 'FECAESolicitar'],
    [{ code: 502, message: 'Error interno de base de datos' }, 'FECAESolicitar'],
    ['html', 'FECompUltimoAutorizado'],
    [{ code: 501, message: 'Error interno' }, 'FECompUltimoAutorizado'],
    ['cut', 'FECompConsultar'],
    ['html', 'loginCms'],
    ['lost', 'loginCms'],
    ['garbled', 'loginCms'],
  ] as const)('%o of %s is an outage, and nothing was made', async (as, on) => {
    const { fiscal, loopback } = await arca()
    loopback.moods.push({ on, as })
    const calls = {
      FECompUltimoAutorizado: () => fiscal.last(SERIE),
      FECompConsultar: () => fiscal.find(SERIE, 1),
    }
    const call = on in calls ? calls[on as keyof typeof calls] : () => fiscal.issue(comprobante(1))
    await expect(call()).rejects.toBeInstanceOf(FiscalDown)
    expect(loopback.books.vouchers).toEqual([])
  })

  test('a server that is not there is an outage, and the owner is told', async () => {
    const { db, settings } = await arca()
    const nowhere = 'http://127.0.0.1:1/'
    const now = () => new Date()
    const fiscal = createArca({ db, now, settings: { ...settings, wsfeUrl: nowhere, wsaaUrl: nowhere } })
    await expect(fiscal.last(SERIE)).rejects.toBeInstanceOf(FiscalDown)
    expect(await fiscal.probe()).toMatchObject({ ok: false, detail: expect.stringContaining('no responde') })
  })
})

describe('ARCA: login', () => {
  test('one ticket serves all calls of all processes, for half a day', async () => {
    const clock = { ms: 0 }
    const { fiscal, make, loopback } = await arca('MT', clock)
    const others = Array.from({ length: 5 }, make)
    await Promise.all(
      [fiscal, ...others].flatMap((one) => [one.last(SERIE), one.last(SERIE), one.last(SERIE)]),
    )
    const logins = () => loopback.log.filter((operation) => operation === 'loginCms').length
    expect(logins()).toBe(1)
    clock.ms = 11.5 * 3600_000
    await make().last(SERIE)
    expect(logins()).toBe(1)
    clock.ms = 12.1 * 3600_000
    await Promise.all(others.map((one) => one.last(SERIE)))
    expect(logins()).toBe(2)
    expect(loopback.problems).toEqual([])
  })

  test('in the last minutes of a ticket, and from its end on, vouchers are issued as ever', async () => {
    const clock = { ms: 0 }
    const { fiscal, make, loopback } = await arca('MT', clock)
    await fiscal.last(SERIE)
    for (const [numero, minutes] of [709, 711, 714, 719.9, 720.1, 725].entries()) {
      clock.ms = minutes * 60_000
      const [one, other] = [make(), make()]
      expect([minutes, (await one.issue(comprobante(numero + 1))).cae]).toEqual([minutes, expect.any(String)])
      expect(await other.last(SERIE)).toBe(numero + 1)
    }
    expect(loopback.books.vouchers).toHaveLength(6)
  })

  test('a clock that is wrong by an hour is told as such, and vouchers go on once it is right', async () => {
    for (const skew of [-3600_000, 3600_000]) {
      const clock = { ms: 0, skew }
      const { fiscal, loopback } = await arca('MT', clock)
      await expect(fiscal.issue(comprobante(1))).rejects.toThrow(
        /esta computadora no está en hora: acá es el \d+\/\d+\/\d+ a las \d\d:\d\d\. Ponela en hora/,
      )
      expect(await fiscal.probe()).toMatchObject({ ok: false, detail: expect.stringContaining('en hora') })
      clock.skew = 0
      expect((await fiscal.issue(comprobante(1))).cae).toMatch(/^\d{14}$/)
      // While a stored ticket is valid, the error of our clock does not matter
      clock.skew = skew
      clock.ms = 10.5 * 3600_000
      expect((await fiscal.issue(comprobante(2))).cae).toMatch(/^\d{14}$/)
      expect(loopback.books.vouchers).toHaveLength(2)
    }
  })

  test('the register too gets a new ticket where ARCA ended one before its time', async () => {
    const { fiscal, loopback } = await arca()
    expect(await fiscal.persona('20000000001')).toBeNull()
    loopback.forgetTickets()
    expect(await fiscal.persona('20000000001')).toBeNull()
    expect(loopback.log.filter((operation) => operation === 'loginCms')).toHaveLength(2)
  })

  test('a ticket that came while the database ended its connections is kept, as ARCA gives no second one', async () => {
    const { fiscal, loopback } = await arca()
    loopback.moods.push({ on: 'loginCms', as: 'slow', ms: 400 })
    const asked = fiscal.last(SERIE)
    await expect.poll(() => loopback.log).toEqual(['loginCms'])
    await endConnections((await openDatabase()).url)
    expect(await asked).toBe(0)
    expect(await fiscal.last(SERIE)).toBe(0)
    expect(loopback.log.filter((operation) => operation === 'loginCms')).toHaveLength(1)
  })

  test('a ticket that ARCA forgot is replaced by a new one', async () => {
    const { fiscal, loopback } = await arca()
    await fiscal.last(SERIE)
    loopback.forgetTickets()
    await fiscal.issue(comprobante(1))
    expect(loopback.log.filter((operation) => operation === 'loginCms')).toHaveLength(2)
  })

  test('a ticket that ARCA refuses once, and gives no other one for, is used again', async () => {
    const { fiscal, loopback } = await arca()
    await fiscal.last(SERIE)
    const refusal = { code: 600, message: 'ValidacionDeToken: no se pudo validar' }
    loopback.moods.push({ on: 'FECompUltimoAutorizado', as: refusal })
    expect(await fiscal.last(SERIE)).toBe(0)
    await fiscal.issue(comprobante(1))
    expect(loopback.log.filter((operation) => operation === 'loginCms')).toHaveLength(2)
    expect(loopback.problems).toEqual([])
  })

  test('while ARCA refuses the ticket and gives no other one, it is asked for one every two minutes', async () => {
    const clock = { ms: 0 }
    const { fiscal, loopback } = await arca('MT', clock)
    await fiscal.last(SERIE)
    const refusal = { code: 600, message: 'ValidacionDeToken: no se pudo validar' }
    const refuse = (times: number) =>
      loopback.moods.push(...Array(times).fill({ on: 'FECompUltimoAutorizado', as: refusal }))
    refuse(2)
    for (const _ of [1, 2, 3]) await expect(fiscal.last(SERIE)).rejects.toBeInstanceOf(FiscalDown)
    const logins = () => loopback.log.filter((operation) => operation === 'loginCms').length
    expect(logins()).toBe(2)
    clock.ms = 3 * 60_000
    expect(await fiscal.last(SERIE)).toBe(0)
    expect(logins()).toBe(3)
  })

  test('a ticket that another program holds is waited for, not asked for again and again', async () => {
    const clock = { ms: 0 }
    const { fiscal, make, loopback } = await arca('MT', clock)
    loopback.takeTicket('wsfe', 60_000)
    for (const one of [fiscal, make(), make()])
      await expect(one.last(SERIE)).rejects.toBeInstanceOf(FiscalDown)
    expect(loopback.log).toEqual(['loginCms'])
    clock.ms = 3 * 60_000
    expect(await fiscal.last(SERIE)).toBe(0)
  })

  test('tickets are sealed in the database, and another certificate begins anew', async () => {
    const { fiscal, db, settings, loopback } = await arca()
    await fiscal.last(SERIE)
    const { rows } = await db.execute<{ secreto: string }>(
      sql`select secreto from arca_tickets where clave like ${`%${settings.wsaaUrl}`}`,
    )
    expect(Buffer.from(rows[0]?.secreto ?? '', 'base64').toString('latin1')).not.toContain('token')
    loopback.forgetTickets()
    const renewed = createArca({
      db,
      now: () => new Date(),
      settings: { ...settings, ...makeCredentials(CUIT) },
    })
    expect(await renewed.last(SERIE)).toBe(0)
  })

  test('the end of the certificate is told in time', async () => {
    const { db, settings } = await arca()
    const soon = makeCredentials(CUIT, new Date(Date.now() + 10 * 86_400_000))
    const fiscal = createArca({ db, now: () => new Date(), settings: { ...settings, ...soon } })
    expect((await fiscal.probe()).detail).toContain('renovalo ya')
  })

  test('every length of DER is written as it should be', () => {
    for (const length of [0, 1, 127, 128, 255, 256, 65_535, 65_536, 70_000]) {
      const made = signCms(Buffer.alloc(length, 'x'), credentials, new Date())
      expect(made.includes(Buffer.alloc(length, 'x'))).toBe(true)
      expect(made.readUIntBE(2, (made[1] ?? 0) & 0x7f) + 2 + ((made[1] ?? 0) & 0x7f)).toBe(made.length)
    }
  })
})

describe('ARCA: register', () => {
  const home =
    '<domicilioFiscal><codPostal>4158</codPostal><descripcionProvincia>TUCUMAN</descripcionProvincia><direccion>BELGRANO 348</direccion><localidad>ALBERDI</localidad></domicilioFiscal>'
  const direccion = 'BELGRANO 348, ALBERDI, TUCUMAN'
  const person = `<apellido>GOMEZ</apellido>${home}<nombre>LUCIA &amp; CIA</nombre>`
  const tax = (id: number, estado = '') =>
    `<impuesto><idImpuesto>${id}</idImpuesto>${estado && `<estadoImpuesto>${estado}</estadoImpuesto>`}</impuesto>`
  test.each([
    ['a person in monotributo', person, '<datosMonotributo><categoriaMonotributo/></datosMonotributo>', 'MT'],
    [
      'a company',
      `<razonSocial>PAPELES SA</razonSocial>${home}`,
      `<datosRegimenGeneral>${tax(30)}</datosRegimenGeneral><errorMonotributo><error>no</error></errorMonotributo>`,
      'RI',
    ],
    [
      'one that left VAT',
      person,
      `<datosRegimenGeneral>${tax(30, 'BAJA')}${tax(11)}</datosRegimenGeneral>`,
      null,
    ],
    ['nothing known of taxes', person, '', null],
  ])('%s', async (_, datosGenerales, rest, condicion_iva) => {
    const { fiscal, loopback } = await arca()
    loopback.personas.set(CLIENTE, { datosGenerales, rest })
    const nombre = datosGenerales === person ? 'GOMEZ LUCIA & CIA' : 'PAPELES SA'
    expect(await fiscal.persona(CLIENTE)).toEqual({ nombre, direccion, condicion_iva })
    expect(loopback.problems).toEqual([])
  })

  test('out of reach is an outage', async () => {
    const { fiscal, loopback } = await arca()
    loopback.moods.push({ on: 'getPersona_v2', as: 'html' })
    await expect(fiscal.persona(CLIENTE)).rejects.toBeInstanceOf(FiscalDown)
  })
})

test('is ARCA only where its certificate is configured', async () => {
  const { db, settings } = await arca()
  const now = () => new Date()
  expect(createFiscal({ db, now }, { arca: undefined, simulated: true }).kind).toBe('simulado')
  expect(createFiscal({ db, now }, { arca: settings, simulated: false })).toMatchObject({
    kind: 'arca',
    emisor: { cuit: CUIT, condicion: 'MT' },
  })
})

test('where nothing may be simulated and ARCA is not connected, every voucher waits', async () => {
  const { db } = await arca()
  const none = createFiscal({ db, now: () => new Date() }, { arca: undefined, simulated: false })
  expect(none.isMissing).toBe(true)
  await expect(none.last({ cuit: CUIT, puntoVenta: 1, tipo: 6 })).rejects.toThrow(FiscalDown)
  await expect(none.persona(CUIT)).rejects.toThrow(FiscalDown)
  expect(await none.probe()).toEqual({ ok: false, detail: 'Falta conectar ARCA.' })
})
