// ARCA as node-soap serves it from a WSDL: our requests are read, and our answers written, by code that is
// not ours.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Client, createClientAsync, type IServicePort, listen, type Server } from 'soap'
import { escapeXml, type Node, readXml } from '../../base/services/fiscal/arca-xml.ts'

const FEV1 = 'http://ar.gov.afip.dif.FEV1/'
const TICKET_MS = 12 * 3600_000
const NOWHERE = 'http://127.0.0.1:1/'

/** Has every character that must be escaped: the ticket comes as XML in XML, and goes back as text. */
export const TICKET = { Token: `PD94<b a="1">&amp;'ñ€]]>+/=`, Sign: 'firma & sello' }

type Detail = { CbteDesde: number } & Record<string, unknown>
type Request = { FeCAEReq: { FeDetReq: { FECAEDetRequest: Detail[] } } }
export type Code = [code: number, message: string]
/** A part of a WSDL as node-soap describes it: names in the order of the schema, `[]` for a list. */
type Shape = string | { [name: string]: Shape }

/**
 * The answer instead of a granted voucher. `lost`: granted, and the answer never arrives. `no CAE`: granted, and the
 * answer lacks its code.
 */
export type Instead = 'lost' | 'no CAE' | { fault: string } | { obs?: Code[]; errors?: Code[] }

export const caeOf = (numero: number): string => `7647${String(numero).padStart(10, '0')}`
const CAE_VENCE = '20261201'
const listed = (codes: Code[] = []) => codes.map(([Code, Msg]) => ({ Code, Msg }))
const faultOf = (faultcode: string, faultstring: string) => ({
  Fault: { faultcode, faultstring, statusCode: 500 },
})

/** Books of one series, less strict than `startArca`'s. `observed` is added to every granted voucher. */
export async function startSoapArca({ cliente, observed = [] }: { cliente: string; observed?: Code[] }) {
  const granted: Detail[] = []
  const instead: Instead[] = []
  const received: { operation: string; sent: unknown; shape: Shape; raw: string; client: Client }[] = []

  const answerOf = (Resultado: 'A' | 'R', obs: Code[] | undefined, detail: object, errors?: Code[]) => ({
    FECAESolicitarResult: {
      FeCabResp: { Cuit: 1, PtoVta: 3, CbteTipo: 6, CantReg: 1, Resultado, Reproceso: 'N' },
      FeDetResp: {
        FECAEDetResponse: [
          { Concepto: 3, Resultado, ...(obs?.length && { Observaciones: { Obs: listed(obs) } }), ...detail },
        ],
      },
      Events: { Evt: [{ Code: 39, Msg: 'A partir del <próximo> mes & siguientes' }] },
      ...(errors && { Errors: { Err: listed(errors) } }),
    },
  })
  const wsfe: IServicePort = {
    FEDummy: () => ({ FEDummyResult: { AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' } }),
    FECompUltimoAutorizado: ({ PtoVta, CbteTipo }) => ({
      FECompUltimoAutorizadoResult: { PtoVta, CbteTipo, CbteNro: granted.length },
    }),
    FECompConsultar: ({ FeCompConsReq: { CbteNro, PtoVta, CbteTipo } }) => {
      const found = granted.find(({ CbteDesde }) => CbteDesde === CbteNro)
      if (!found) return { FECompConsultarResult: { Errors: { Err: listed([[602, 'No existen datos']]) } } }
      const made = { Resultado: 'A', CodAutorizacion: caeOf(CbteNro), EmisionTipo: 'CAE', FchVto: CAE_VENCE }
      return { FECompConsultarResult: { ResultGet: { ...found, ...made, PtoVta, CbteTipo } } }
    },
    FECAESolicitar: ({ FeCAEReq }: Request, _callback, _headers, request: IncomingMessage) => {
      const other = instead.shift()
      if (typeof other === 'object' && 'fault' in other) throw faultOf('soap:Client', other.fault)
      if (typeof other === 'object') return answerOf('R', other.obs, { CAE: '', CAEFchVto: '' }, other.errors)
      const [detail] = FeCAEReq.FeDetReq.FECAEDetRequest
      if (!detail) throw new Error('No voucher')
      granted.push(detail)
      const { CbteDesde } = detail
      if (other === 'lost') return void request.socket.destroy()
      const CAE = other === 'no CAE' ? '' : caeOf(CbteDesde)
      return answerOf('A', observed, { CbteDesde, CAE, CAEFchVto: CAE_VENCE })
    },
  }
  const wsaa: IServicePort = {
    loginCms: () => ({
      loginCmsReturn: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><loginTicketResponse version="1.0"><header><expirationTime>${new Date(Date.now() + TICKET_MS).toISOString()}</expirationTime></header><credentials><token>${escapeXml(TICKET.Token)}</token><sign>${escapeXml(TICKET.Sign)}</sign></credentials></loginTicketResponse>`,
    }),
  }
  const padron: IServicePort = {
    getPersona_v2: ({ idPersona }) => {
      if (idPersona !== Number(cliente)) throw faultOf('soap:Server', 'No existe persona con ese Id')
      const domicilioFiscal = {
        descripcionProvincia: 'TUCUMAN',
        direccion: 'BELGRANO 348 "A"',
        localidad: 'ALBERDI',
      }
      const impuesto = [{ idImpuesto: 11 }, { estadoImpuesto: 'ACTIVO', idImpuesto: 30 }]
      const datosGenerales = { domicilioFiscal, razonSocial: 'PAPELES & <CIA> SA' }
      return { personaReturn: { datosGenerales, datosRegimenGeneral: { impuesto } } }
    },
  }

  const http = createServer().listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  const base = `http://127.0.0.1:${address.port}`
  const serve = async (name: string, port: string, operations: IServicePort): Promise<Server> => {
    const path = `/${name}`
    const xml = readFileSync(join(import.meta.dirname, `wsdl/${name}.wsdl`), 'utf8')
    const server = await new Promise<Server>((resolve, reject) => {
      const callback = (error: unknown, made: Server) => (error ? reject(error) : resolve(made))
      listen(http, { path, services: { Service: { [port]: operations } }, xml, callback })
    })
    const client = await createClientAsync(`${base}${path}?wsdl`, { endpoint: NOWHERE })
    const { Service } = client.describe()
    let raw = ''
    server.log = (type, text) => {
      if (type === 'received') raw = text
    }
    server.on('request', ({ Body }, operation) => {
      const shape: Shape = Service[port][operation].input
      received.push({ operation, sent: Body[operation], shape, raw, client })
    })
    return server
  }
  await serve('wsaa', 'LoginCms', wsaa)
  await serve('padron', 'PersonaServiceA5Port', padron)
  const server = await serve('wsfev1', 'ServiceSoap', wsfe)
  server.addSoapHeader({ FEHeaderInfo: { ambiente: 'node-soap' } }, '', 'tns', FEV1)
  return {
    urls: { wsaaUrl: `${base}/wsaa`, wsfeUrl: `${base}/wsfev1`, padronUrl: `${base}/padron` },
    /** Taken one by one, each for the next voucher. */
    instead,
    /** The requests as node-soap read them. */
    received,
    /** Differences of our requests from the WSDL, or from what node-soap itself would have sent. */
    async strays(): Promise<string[]> {
      const found = received.flatMap(({ sent, shape, operation }) => straysOf(sent, shape, operation))
      for (const { client, operation, sent, raw } of received) {
        const [ours, theirs] = [raw, await writtenBy(client, operation, sent)].map(expandedNames)
        if (ours !== theirs) found.push(`${operation} is ${ours}, not ${theirs}`)
      }
      return found
    },
    close: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

/** The request that node-soap itself would write for the one that it read. That call then gets no answer. */
async function writtenBy(client: Client, operation: string, sent: unknown): Promise<string> {
  const written = once(client, 'request')
  client[`${operation}Async`](sent).catch(() => {})
  return String((await written)[0])
}

/** Elements in order, each with its namespace, which node-soap ignores when it reads. */
function expandedNames(xml: string): string {
  const namesOf = ({ name, namespace, children }: Node): string[] => [
    `{${namespace}}${name}`,
    ...children.flatMap(namesOf),
  ]
  return namesOf(readXml(xml)).join(' ')
}

function straysOf(sent: unknown, shape: Shape | undefined, path: string): string[] {
  if (shape === undefined) return [`${path} is not in the WSDL`]
  if (Array.isArray(sent)) return sent.flatMap((one) => straysOf(one, shape, path))
  if (typeof shape === 'string')
    return typeof sent === 'string' || Number.isFinite(sent) ? [] : [`${path} is ${sent}`]
  const parts = Object.entries(sent ?? {})
  const names = Object.keys(shape).map((name) => name.replace('[]', ''))
  const turns = parts.map(([name]) => names.indexOf(name))
  const isInTurn = turns.every((turn, index) => turn > (turns[index - 1] ?? -1))
  return [
    ...(isInTurn ? [] : [`${path} is out of turn`]),
    ...parts.flatMap(([name, part]) => straysOf(part, shape[name] ?? shape[`${name}[]`], `${path}/${name}`)),
  ]
}
