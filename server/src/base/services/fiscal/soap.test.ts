// Our SOAP is checked against node-soap: it reads our requests, and writes the answers that we read.
import { splitIva } from '@imprimitodo/shared/rules/dinero/iva'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database.ts'
import { makeCredentials } from '../../../testing/peers/arca-cert.ts'
import { type Code, caeOf, type Instead, startSoapArca, TICKET } from '../../../testing/peers/arca-soap.ts'
import { createArca } from './arca.ts'
import { type Comprobante, FiscalDown, FiscalRejected, type Serie } from './port.ts'

const CUIT = '20123456786'
const CLIENTE = '30500010912'
const credentials = makeCredentials(CUIT)
const AUTH = { ...TICKET, Cuit: Number(CUIT) }
const SERIE: Serie = { cuit: CUIT, puntoVenta: 3, tipo: 6 }
const VENCE = '2026-12-01'
const comprobante = (numero: number, change: Partial<Comprobante> = {}): Comprobante => ({
  ...SERIE,
  numero,
  fecha: '2026-11-21',
  servicio: { desde: '2026-11-20', hasta: '2026-11-21' },
  docTipo: 80,
  docNro: CLIENTE,
  condicion: 5,
  total: 1500_01,
  iva: splitIva(1500_01),
  asociado: null,
  ...change,
})

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

let database: ReturnType<typeof testDatabase> | undefined
async function arca(observed?: Code[]) {
  const soap = await startSoapArca({ cliente: CLIENTE, observed })
  closing.push(soap.close)
  database ??= testDatabase()
  const { db } = await database
  const settings = { cuit: CUIT, issuer: 'RI' as const, ...credentials, ...soap.urls }
  return { soap, fiscal: createArca({ db, now: () => new Date(), settings }) }
}

test('a voucher is issued: the login, the last number, the authorisation, and all sent values have their types', async () => {
  const { soap, fiscal } = await arca()
  expect(await fiscal.last(SERIE)).toBe(0)
  expect(await fiscal.issue(comprobante(1))).toMatchObject({ cae: caeOf(1), vence: VENCE, observaciones: [] })
  expect(await fiscal.last(SERIE)).toBe(1)
  expect(await soap.strays()).toEqual([])
  const [login, last, issued] = soap.received
  const [in0] = Object.values(login?.sent ?? {})
  expect(Buffer.from(String(in0), 'base64').toString('latin1')).toContain('<service>wsfe</service>')
  expect(last).toMatchObject({ operation: 'FECompUltimoAutorizado' })
  expect(last?.sent).toEqual({ Auth: AUTH, PtoVta: 3, CbteTipo: 6 })
  expect(issued?.sent).toEqual({
    Auth: AUTH,
    FeCAEReq: {
      FeCabReq: { CantReg: 1, PtoVta: 3, CbteTipo: 6 },
      FeDetReq: {
        FECAEDetRequest: [
          {
            Concepto: 3,
            DocTipo: 80,
            DocNro: Number(CLIENTE),
            CbteDesde: 1,
            CbteHasta: 1,
            CbteFch: '20261121',
            ImpTotal: 1500.01,
            ImpTotConc: 0,
            ImpNeto: 1239.68,
            ImpOpEx: 0,
            ImpTrib: 0,
            ImpIVA: 260.33,
            FchServDesde: '20261120',
            FchServHasta: '20261121',
            FchVtoPago: '20261121',
            MonId: 'PES',
            MonCotiz: 1,
            CondicionIVAReceptorId: 5,
            Iva: { AlicIva: [{ Id: 5, BaseImp: 1239.68, Importe: 260.33 }] },
          },
        ],
      },
    },
  })
})

test('a credit note carries the voucher it takes from; one of class C carries no VAT', async () => {
  const { soap, fiscal } = await arca()
  const asociado = { ...SERIE, tipo: 11, numero: 1, fecha: '2026-11-21' }
  await fiscal.issue(comprobante(1, { tipo: 13, total: 5, iva: null, asociado }))
  expect(await soap.strays()).toEqual([])
  const sent = JSON.stringify(soap.received.at(-1)?.sent)
  const CbtesAsoc = { CbteAsoc: [{ Tipo: 11, PtoVta: 3, Nro: 1, Cuit: CUIT, CbteFch: '20261121' }] }
  expect(sent).toContain(JSON.stringify({ CbtesAsoc }).slice(1, -1))
  expect(sent).toContain('"ImpNeto":0.05')
  expect(sent).not.toContain('"Iva"')
})

test('an answer that was lost is found in the books, to the centavo', async () => {
  const { soap, fiscal } = await arca()
  soap.instead.push('lost')
  await expect(fiscal.issue(comprobante(1))).rejects.toBeInstanceOf(FiscalDown)
  expect(await fiscal.find(SERIE, 1)).toEqual({
    numero: 1,
    fecha: '2026-11-21',
    docTipo: 80,
    docNro: CLIENTE,
    total: 1500_01,
    cae: caeOf(1),
    vence: VENCE,
  })
  expect(await fiscal.find(SERIE, 2)).toBeNull()
  expect(soap.received.at(-1)?.sent).toEqual({
    Auth: AUTH,
    FeCompConsReq: { CbteTipo: 6, CbteNro: 2, PtoVta: 3 },
  })
  expect(await soap.strays()).toEqual([])
})

const UNO: Code = [10015, 'El "DocNro" <no> está & es']
const DOS: Code = [10243, 'Condición']
const REFUSALS: { as: string; instead: Instead; message: string }[] = [
  { as: 'one observation', instead: { obs: [UNO] }, message: 'El "DocNro" <no> está & es (10015)' },
  {
    as: 'two',
    instead: { obs: [DOS, UNO] },
    message: 'Condición (10243) · El "DocNro" <no> está & es (10015)',
  },
  { as: 'an error', instead: { errors: [[10016, 'No sigue']] }, message: 'No sigue (10016)' },
  {
    as: 'errors and an observation',
    instead: {
      errors: [
        [10000, 'A'],
        [10005, 'B'],
      ],
      obs: [DOS],
    },
    message: 'A (10000) · B (10005) · Condición (10243)',
  },
  { as: 'a fault', instead: { fault: 'Server was unable to read' }, message: 'Server was unable to read' },
]
test.each(REFUSALS)('refused with $as, in its words', async ({ instead, message }) => {
  const { soap, fiscal } = await arca()
  soap.instead.push(instead)
  const refused = await fiscal.issue(comprobante(1)).catch((error) => error)
  expect(refused).toBeInstanceOf(FiscalRejected)
  expect(refused).toMatchObject({
    message,
    isSequence: message.includes('10016'),
    isIssuer: /1000[05]/.test(message),
  })
  expect(await fiscal.last(SERIE)).toBe(0)
})

test.each([1, 2])('granted with observations: %i', async (count) => {
  const observed = [UNO, DOS].slice(0, count)
  const { fiscal } = await arca(observed)
  const { observaciones } = await fiscal.issue(comprobante(1))
  expect(observaciones).toEqual(observed.map(([code, text]) => `${text} (${code})`))
})

test('granted with observations and without its code it is not refused: the books tell the code', async () => {
  const { soap, fiscal } = await arca([UNO])
  soap.instead.push('no CAE')
  await expect(fiscal.issue(comprobante(1))).rejects.toBeInstanceOf(FiscalDown)
  expect(await fiscal.find(SERIE, 1)).toMatchObject({ cae: caeOf(1) })
})

test('the register tells a taxpayer, or that there is none', async () => {
  const { soap, fiscal } = await arca()
  expect(await fiscal.persona(CLIENTE)).toEqual({
    nombre: 'PAPELES & <CIA> SA',
    direccion: 'BELGRANO 348 "A", ALBERDI, TUCUMAN',
    condicion_iva: 'RI',
  })
  expect(await fiscal.persona('20000000001')).toBeNull()
  const { Token: token, Sign: sign } = TICKET
  expect(soap.received.at(1)?.sent).toEqual({
    token,
    sign,
    cuitRepresentada: Number(CUIT),
    idPersona: Number(CLIENTE),
  })
  expect(await soap.strays()).toEqual([])
})

test('the owner is told that ARCA answers', async () => {
  const { soap, fiscal } = await arca()
  expect(await fiscal.probe()).toMatchObject({ ok: true })
  expect(await soap.strays()).toEqual([])
})
