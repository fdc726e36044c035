// WSFEv1, the service that authorises vouchers. .NET reads elements in the order of its schema and skips the others.
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { type Soap, SoapFault, soapCall } from './arca-http.ts'
import type { TicketDeAcceso, Tickets } from './arca-ticket.ts'
import { allAt, at, element, type Node, textAt, type Xml } from './arca-xml.ts'
import {
  type Autorizacion,
  type Comprobante,
  FiscalDown,
  FiscalRejected,
  type PuntoVenta,
  type Registrado,
  type Serie,
} from './port.ts'

const NAMESPACE = 'http://ar.gov.afip.dif.FEV1/'
const SERVICE = 'wsfe'
/** Authorising may be slow; queries should not be. */
const ISSUE_MS = 30_000
const ASK_MS = 12_000

/** Concepto 3, products and services: paper and the work on it. It asks for the days of the service. */
const CONCEPTO = 3
const IVA_21 = 5

/** Unknown number, or an empty list. */
const UNKNOWN_NUMBER = '602'
const NOT_NEXT = '10016'
/** The issuer may not make vouchers of that kind; the point of sale is not enabled. */
const ISSUER = new Set(['10000', '10005'])
/** The ticket is invalid or expired. */
const BAD_TICKET = new Set(['600', '601'])
/** ARCA's own failures: application, database, a transaction that is still open. */
const THEIRS = new Set(['500', '501', '502', '503'])

/** The most characters of ARCA's errors, and of its observations on a voucher, that are kept and shown. */
const MOST_CHARS = 1_000
const MOST_OBSERVED = 20

type Err = { code: string; message: string }

export function createWsfe(settings: { cuit: string; wsfeUrl: string }, tickets: Tickets) {
  const ask = (operation: string, content: (Xml | null)[], timeoutMs = ASK_MS): Promise<Soap> =>
    soapCall(settings.wsfeUrl, {
      action: NAMESPACE + operation,
      body: element(operation, content, NAMESPACE),
      timeoutMs,
      namespace: NAMESPACE,
    })

  /** Calls with a ticket, and again with a new one if ARCA does not accept it. */
  async function asked(
    operation: string,
    content: Xml[],
    timeoutMs?: number,
  ): Promise<{ result: Node; errors: Err[]; soap: Soap }> {
    for (let again = true; ; again = false) {
      const ticket = await tickets.of(SERVICE)
      const soap = await ask(operation, [auth(ticket, settings.cuit), ...content], timeoutMs)
      const result = at(soap.body, `${operation}Result`)
      if (!result) throw new FiscalDown('ARCA contestó otra cosa.')
      const errors = errorsOf(result)
      if (errors.some(({ code }) => BAD_TICKET.has(code))) {
        tickets.doubt(SERVICE, ticket)
        if (again) continue
        throw new FiscalDown(`ARCA no acepta la sesión: ${tell(errors)}`)
      }
      if (errors.some(({ code }) => THEIRS.has(code)))
        throw new FiscalDown(`ARCA tiene un problema: ${tell(errors)}`)
      return { result, errors, soap }
    }
  }

  return {
    /** Whether ARCA's three servers report that they work. */
    async dummy(): Promise<boolean> {
      const { body } = await faultIsDown(ask('FEDummy', []))
      const result = at(body, 'FEDummyResult')
      return ['AppServer', 'DbServer', 'AuthServer'].every((name) => textAt(result, name) === 'OK')
    },

    async puntosVenta(): Promise<PuntoVenta[]> {
      const { result, errors } = await faultIsDown(asked('FEParamGetPtosVenta', []))
      if (errors.some(({ code }) => code === UNKNOWN_NUMBER)) return []
      if (errors.length) throw new FiscalDown(`ARCA no dio los puntos de venta: ${tell(errors)}`)
      return allAt(result, 'PtoVenta', 'ResultGet').map((punto) => ({
        numero: Number(textAt(punto, 'Nro')),
        // «NULL», as a word, while the point of sale is open
        sirve: textAt(punto, 'Bloqueado') !== 'S' && /^(?:NULL)?$/.test(textAt(punto, 'FchBaja')),
      }))
    },

    async last({ puntoVenta, tipo }: Serie): Promise<number> {
      const { result, errors } = await faultIsDown(
        asked('FECompUltimoAutorizado', [element('PtoVta', puntoVenta), element('CbteTipo', tipo)]),
      )
      const text = textAt(result, 'CbteNro')
      if (errors.length || !/^\d+$/.test(text))
        throw new FiscalDown(`ARCA no dio el último número: ${tell(errors)}`)
      return Number(text)
    },

    async find({ puntoVenta, tipo }: Serie, numero: number): Promise<Registrado | null> {
      const query = [element('CbteTipo', tipo), element('CbteNro', numero), element('PtoVta', puntoVenta)]
      const { result, errors } = await faultIsDown(
        asked('FECompConsultar', [element('FeCompConsReq', query)]),
      )
      if (errors.some(({ code }) => code === UNKNOWN_NUMBER)) return null
      const found = at(result, 'ResultGet')
      if (errors.length || !found) throw new FiscalDown(`ARCA no dijo si existe: ${tell(errors)}`)
      const cae = textAt(found, 'CodAutorizacion')
      if (!cae) return null
      return {
        numero,
        fecha: fromDay(textAt(found, 'CbteFch')),
        docTipo: Number(textAt(found, 'DocTipo')),
        docNro: textAt(found, 'DocNro'),
        total: Math.round(Number(textAt(found, 'ImpTotal')) * 100),
        cae,
        vence: fromDay(textAt(found, 'FchVto')),
      }
    },

    async issue(comprobante: Comprobante): Promise<Autorizacion> {
      const request = element('FeCAEReq', [
        element('FeCabReq', [
          element('CantReg', 1),
          element('PtoVta', comprobante.puntoVenta),
          element('CbteTipo', comprobante.tipo),
        ]),
        element('FeDetReq', [element('FECAEDetRequest', detailOf(comprobante))]),
      ])
      const { result, errors, soap } = await asked('FECAESolicitar', [request], ISSUE_MS).catch((error) => {
        // ARCA could not read the request, so repeating it would not help
        throw error instanceof SoapFault && error.code === 'Client'
          ? new FiscalRejected(error.message)
          : asDown(error)
      })
      const [detail] = allAt(result, 'FECAEDetResponse', 'FeDetResp')
      const observed = allAt(detail, 'Obs', 'Observaciones').map(toErr)
      const cae = textAt(detail, 'CAE')
      if (textAt(detail, 'Resultado') === 'A' && /^\d{14}$/.test(cae))
        return {
          cae,
          vence: fromDay(textAt(detail, 'CAEFchVto')),
          observaciones: observed.slice(0, MOST_OBSERVED).map((one) => tell([one])),
          intercambio: { pedido: request.markup, respuesta: soap.raw },
        }
      const all = [...errors, ...observed]
      // Granted without its code, or neither granted nor refused: that is no answer
      const resultado = textAt(detail, 'Resultado')
      if (resultado === 'A' || (all.length === 0 && resultado !== 'R'))
        throw new FiscalDown('ARCA contestó a medias.')
      throw new FiscalRejected(tell(all), {
        isSequence: all.some(({ code }) => code === NOT_NEXT),
        isIssuer: all.some(({ code }) => ISSUER.has(code)),
      })
    },
  }
}

const auth = ({ token, sign }: TicketDeAcceso, cuit: string): Xml =>
  element('Auth', [element('Token', token), element('Sign', sign), element('Cuit', cuit)])

function detailOf({ iva, asociado, ...of }: Comprobante): (Xml | null)[] {
  const fecha = toDay(of.fecha)
  return [
    element('Concepto', CONCEPTO),
    element('DocTipo', of.docTipo),
    element('DocNro', of.docNro),
    element('CbteDesde', of.numero),
    element('CbteHasta', of.numero),
    element('CbteFch', fecha),
    element('ImpTotal', money(of.total)),
    element('ImpTotConc', money(0)),
    element('ImpNeto', money(iva ? iva.neto : of.total)),
    element('ImpOpEx', money(0)),
    element('ImpTrib', money(0)),
    element('ImpIVA', money(iva ? iva.iva : 0)),
    element('FchServDesde', toDay(of.servicio.desde)),
    element('FchServHasta', toDay(of.servicio.hasta)),
    element('FchVtoPago', fecha),
    element('MonId', 'PES'),
    element('MonCotiz', 1),
    element('CondicionIVAReceptorId', of.condicion),
    asociado && element('CbtesAsoc', [element('CbteAsoc', asociadoOf(asociado))]),
    iva &&
      element('Iva', [
        element('AlicIva', [
          element('Id', IVA_21),
          element('BaseImp', money(iva.neto)),
          element('Importe', money(iva.iva)),
        ]),
      ]),
  ]
}

const asociadoOf = ({
  tipo,
  puntoVenta,
  numero,
  cuit,
  fecha,
}: NonNullable<Comprobante['asociado']>): Xml[] => [
  element('Tipo', tipo),
  element('PtoVta', puntoVenta),
  element('Nro', numero),
  element('Cuit', cuit),
  element('CbteFch', toDay(fecha)),
]

const errorsOf = (result: Node): Err[] => allAt(result, 'Err', 'Errors').map(toErr)
const toErr = (node: Node): Err => ({ code: textAt(node, 'Code'), message: textAt(node, 'Msg') })
const tell = (errors: Err[]): string =>
  errors
    .map(({ code, message }) => `${message} (${code})`)
    .join(' · ')
    .slice(0, MOST_CHARS) || 'sin explicación'

const asDown = (error: unknown) =>
  error instanceof SoapFault ? new FiscalDown(error.message, { cause: error }) : error
async function faultIsDown<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw asDown(error)
  }
}

const money = (centavos: number): string => toPesos(centavos).toFixed(2)
const toDay = (fecha: string): string => fecha.replaceAll('-', '')
const fromDay = (day: string): string => day.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
