// ARCA on loopback: real HTTP and SOAP, as strict as the real one where we know it, with failures on command.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  at,
  element,
  envelope,
  escapeXml,
  type Node,
  readXml,
  textAt,
} from '../../base/services/fiscal/arca-xml.ts'
import { createBooks, errorOf } from './arca-books.ts'

/** How the next call of an operation fails. */
export type Mood = {
  on: string
  /**
   * `lost`: it is done, and the answer never arrives. `cut`: nothing is done. `html`: nothing is done, and
   * the answer is an HTML page. `slow`: done late, after the caller hung up. `garbled`: done, and half of the
   * answer arrives. An object: a code of Errors.
   */
  as: 'lost' | 'cut' | 'html' | 'slow' | 'garbled' | { code: number; message: string }
  /** How late `slow` is. */
  ms?: number
}

export type ArcaPersona = { datosGenerales: string; rest?: string }

const FEV1 = 'http://ar.gov.afip.dif.FEV1/'
const PADRON = 'http://a5.soap.ws.server.puc.sr/'
const WSAA = 'http://wsaa.view.sua.dvadac.desein.afip.gov'
const TICKET_MS = 12 * 3600_000

/** `cuit` may invoice, as `condicion`. `now`: the clock of tickets. */
export async function startArca({
  cuit,
  condicion,
  now = () => new Date(),
}: {
  cuit: string
  condicion: 'RI' | 'MT'
  now?: () => Date
}) {
  const books = createBooks(condicion)
  const moods: Mood[] = []
  const log: string[] = []
  const tickets = new Map<string, { token: string; sign: string; ends: number }>()
  const personas = new Map<string, ArcaPersona>()
  const problems: string[] = []
  /** Its points of sale, for web services. */
  const puntosVenta: { numero: number; bloqueado?: boolean; baja?: string }[] = [{ numero: 1 }]

  function logIn(body: Node): string {
    const request = readXml(openCms(textAt(body, 'in0')))
    const service = textAt(request, 'service')
    const [from, until] = ['generationTime', 'expirationTime'].map((name) => textAt(request, 'header', name))
    for (const text of [from, until])
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-03:00$/.test(text ?? ''))
        return fault('ns1:xml.bad', `time ${text}`)
    if (Date.parse(from ?? '') > now().getTime())
      return fault('ns1:xml.generationTime.invalid', 'generationTime')
    if (Date.parse(until ?? '') < now().getTime())
      return fault('ns1:xml.expirationTime.expired', 'expirationTime')
    if (!/^\d{1,10}$/.test(textAt(request, 'header', 'uniqueId'))) return fault('ns1:xml.bad', 'uniqueId')
    const known = tickets.get(service)
    if (known && known.ends > now().getTime())
      return fault(
        'ns1:coe.alreadyAuthenticated',
        'El CEE ya posee un TA valido para el acceso al WSN solicitado',
      )
    const ticket = {
      token: `t-${randomUUID()}+/=`,
      sign: `s-${randomUUID()}`,
      ends: now().getTime() + TICKET_MS,
    }
    tickets.set(service, ticket)
    const expiration = `${new Date(ticket.ends - 3 * 3600_000).toISOString().slice(0, 23)}-03:00`
    const answer = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<loginTicketResponse version="1.0">\n    <header><source>CN=wsaahomo, O=AFIP</source><expirationTime>${expiration}</expirationTime></header>\n    <credentials><token>${ticket.token}</token><sign>${ticket.sign}</sign></credentials>\n</loginTicketResponse>`
    return `<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soapenv:Body><ns1:loginCmsResponse xmlns:ns1="https://wsaahomo.afip.gov.ar/ws/services/LoginCms"><ns1:loginCmsReturn>${escapeXml(answer)}</ns1:loginCmsReturn></ns1:loginCmsResponse></soapenv:Body></soapenv:Envelope>`
  }

  const isTicket = (service: string, token: string, sign: string): boolean => {
    const known = tickets.get(service)
    return known?.token === token && known.sign === sign && known.ends > now().getTime()
  }

  function wsfe(operation: string, body: Node): string {
    const answer = (inner: string) =>
      `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Header><FEHeaderInfo xmlns="${FEV1}"><ambiente>Loopback</ambiente></FEHeaderInfo></soap:Header><soap:Body><${operation}Response xmlns="${FEV1}"><${operation}Result>${inner}</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`
    if (operation === 'FEDummy')
      return answer('<AppServer>OK</AppServer><DbServer>OK</DbServer><AuthServer>OK</AuthServer>')
    const auth = body.children[0]
    const isAuth = auth?.name === 'Auth' && auth.children.map(({ name }) => name).join() === 'Token,Sign,Cuit'
    if (
      !isAuth ||
      textAt(auth, 'Cuit') !== cuit ||
      !isTicket('wsfe', textAt(auth, 'Token'), textAt(auth, 'Sign'))
    )
      return answer(errorOf(600, 'ValidacionDeToken: No validaron las fechas del token'))
    switch (operation) {
      case 'FEParamGetPtosVenta':
        return answer(puntosOf(puntosVenta))
      case 'FECompUltimoAutorizado':
        return answer(books.last(textAt(body, 'PtoVta'), textAt(body, 'CbteTipo')))
      case 'FECompConsultar':
        return answer(books.find(at(body, 'FeCompConsReq')))
      case 'FECAESolicitar':
        return answer(books.issue(at(body, 'FeCAEReq')))
    }
    return fault('soap:Client', `Server did not recognize the value of HTTP Header SOAPAction: ${operation}.`)
  }

  function padron(body: Node): string {
    const [token, sign, represented, asked] = body.children
    const names = body.children.map(({ name }) => name).join()
    if (names !== 'token,sign,cuitRepresentada,idPersona') return fault('soap:Server', `parameters ${names}`)
    if (
      !isTicket('ws_sr_constancia_inscripcion', token?.text ?? '', sign?.text ?? '') ||
      represented?.text !== cuit
    )
      return fault('soap:Server', 'Token no valido')
    const persona = personas.get(asked?.text ?? '')
    if (!persona) return fault('soap:Server', 'No existe persona con ese Id')
    return `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ns2:getPersona_v2Response xmlns:ns2="${PADRON}"><personaReturn><datosGenerales>${persona.datosGenerales}</datosGenerales>${persona.rest ?? ''}<metadata><servidor>loopback</servidor></metadata></personaReturn></ns2:getPersona_v2Response></soap:Body></soap:Envelope>`
  }

  /** The name of the operation, and its function. */
  function dispatch(request: IncomingMessage, text: string): { operation: string; act: () => string } {
    const body = at(readXml(text), 'Body')?.children[0]
    const operation = body?.name ?? ''
    const action = String(request.headers.soapaction ?? '')
    const check = (fine: boolean, what: string) => {
      if (!fine) problems.push(`${operation}: ${what}`)
    }
    check(request.headers['content-type'] === 'text/xml; charset=utf-8', 'content-type')
    if (!body) return { operation, act: () => fault('soap:Client', 'no body') }
    if (request.url === '/wsaa') {
      check(body.namespace === WSAA, 'namespace')
      return { operation, act: () => logIn(body) }
    }
    if (request.url === '/padron') {
      check(body.namespace === PADRON, 'namespace')
      return { operation, act: () => padron(body) }
    }
    check(action === `"${FEV1}${operation}"`, `SOAPAction ${action}`)
    check(body.namespace === FEV1, 'namespace')
    return { operation, act: () => wsfe(operation, body) }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { operation, act } = dispatch(request, Buffer.concat(parts).toString('utf8'))
    log.push(operation)
    const index = moods.findIndex(({ on }) => on === operation)
    const [mood] = index < 0 ? [] : moods.splice(index, 1)
    if (mood?.as === 'cut') return void request.socket.destroy()
    if (mood?.as === 'html') {
      response.writeHead(503, { 'content-type': 'text/html' })
      return void response.end('<!DOCTYPE html><html><body><h1>Sitio en mantenimiento</h1></body></html>')
    }
    if (mood?.as === 'slow') await sleep(mood.ms ?? 300)
    const text = typeof mood?.as === 'object' ? wsfeError(operation, mood.as.code, mood.as.message) : act()
    if (mood?.as === 'lost') return void request.socket.destroy()
    const isFault = text.includes(':Fault>')
    response.writeHead(isFault ? 500 : 200, { 'content-type': 'text/xml; charset=utf-8' })
    if (mood?.as === 'garbled') return void response.end(text.slice(0, text.length / 2))
    response.end(text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => {
      problems.push(String(error))
      request.socket.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  const base = `http://127.0.0.1:${address.port}`
  return {
    urls: { wsaaUrl: `${base}/wsaa`, wsfeUrl: `${base}/wsfe`, padronUrl: `${base}/padron` },
    books,
    /** Taken one by one, each for the next call of its operation. */
    moods,
    /** The operations, in the order of the calls. */
    log,
    /** Deviations from the real protocol that were answered all the same. */
    problems,
    personas,
    puntosVenta,
    /** Makes all tickets void, as after a restart of ARCA; new ones are granted. */
    forgetTickets: () => tickets.clear(),
    /** Another program gets a ticket with the same certificate. */
    takeTicket: (service: string, ms = TICKET_MS) =>
      tickets.set(service, { token: 'otro', sign: 'otro', ends: now().getTime() + ms }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const puntosOf = (puntos: { numero: number; bloqueado?: boolean; baja?: string }[]): string =>
  puntos.length === 0
    ? errorOf(602, 'Sin Resultados: - Metodo FEParamGetPtosVenta')
    : `<ResultGet>${puntos.map(({ numero, bloqueado, baja = 'NULL' }) => `<PtoVenta><Nro>${numero}</Nro><EmisionTipo>CAE - Monotributo</EmisionTipo><Bloqueado>${bloqueado ? 'S' : 'N'}</Bloqueado><FchBaja>${baja}</FchBaja></PtoVenta>`).join('')}</ResultGet>`

const fault = (code: string, message: string): string =>
  envelope({
    markup: `<soapenv:Fault>${element('faultcode', code).markup}${element('faultstring', message).markup}<detail/></soapenv:Fault>`,
  })

const wsfeError = (operation: string, code: number, message: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation}Response xmlns="${FEV1}"><${operation}Result>${errorOf(code, message)}</${operation}Result></${operation}Response></soap:Body></soap:Envelope>`

/** The signed content, after a program that is not ours verified the signature, where one is installed. */
function openCms(base64: string): string {
  const input = Buffer.from(base64, 'base64')
  const made = spawnSync('openssl', ['cms', '-verify', '-noverify', '-inform', 'DER'], { input })
  if (made.status === 0) return made.stdout.toString('utf8')
  if (!made.error) throw new Error(`The CMS does not verify: ${made.stderr}`)
  const text = input.toString('latin1')
  return text.slice(
    text.indexOf('<?xml'),
    text.indexOf('</loginTicketRequest>') + '</loginTicketRequest>'.length,
  )
}
