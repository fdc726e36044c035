import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { envelope, MAX_XML, type Node, readXml, SOAP, textAt, type Xml } from './arca-xml.ts'
import { FiscalDown } from './port.ts'

/**
 * For ARCA's hosts alone: the production one still offers a short Diffie-Hellman group that OpenSSL's level 2, which
 * newer Nodes and some distributions set, refuses. Certificates are checked as always. Fetch takes no agent.
 */
const agent = new Agent({ ciphers: 'DEFAULT@SECLEVEL=1', minVersion: 'TLSv1.2', keepAlive: true })

/** The most characters of a fault's text. */
const MOST_CHARS = 1_000

/** A fault is an answer: the service read the request and refused it. */
export class SoapFault extends Error {
  code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type Soap = { body: Node; raw: string }

export type SoapCall = {
  action: string
  body: Xml
  /** For the whole exchange. */
  timeoutMs: number
  /**
   * Of the answer's first element, unless it is a fault. Absent: any (WSAA's differs between environments).
   */
  namespace?: string
}

/** One SOAP 1.1 call; `body` of the answer is the first element in it. @throws SoapFault, FiscalDown */
export async function soapCall(url: string, call: SoapCall): Promise<Soap> {
  const raw = await post(url, call)
  const first = bodyOf(raw)
  if (first.name === 'Fault' && first.namespace === SOAP)
    throw new SoapFault(
      textAt(first, 'faultcode').replace(/^.*:/, ''),
      textAt(first, 'faultstring').slice(0, MOST_CHARS) || 'SOAP fault',
    )
  if (call.namespace !== undefined && first.namespace !== call.namespace)
    throw new FiscalDown('ARCA contestó algo de otro servicio.')
  return { body: first, raw }
}

/** The first element of the body. When ARCA is down, an HTML page comes instead of an answer. */
function bodyOf(raw: string): Node {
  const envelope = read(raw)
  const isSoap = envelope.name === 'Envelope' && envelope.namespace === SOAP
  const body = envelope.children.find(({ name, namespace }) => name === 'Body' && namespace === SOAP)
  if (!isSoap || !body) throw new FiscalDown('ARCA contestó algo que no es una respuesta.')
  const [first] = body.children
  if (!first) throw new FiscalDown('ARCA contestó vacío.')
  return first
}

function read(raw: string): Node {
  try {
    return readXml(raw)
  } catch (error) {
    throw new FiscalDown('ARCA contestó algo que no es una respuesta.', { cause: error })
  }
}

function post(url: string, call: SoapCall): Promise<string> {
  const body = envelope(call.body)
  const isTls = url.startsWith('https:')
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"${call.action}"`,
      'content-length': Buffer.byteLength(body),
    },
    signal: AbortSignal.timeout(call.timeoutMs), // however slowly bytes come
    ...(isTls && { agent }),
  }
  return new Promise((resolve, reject) => {
    const down = (cause: unknown) => reject(new FiscalDown('ARCA no responde.', { cause }))
    const request = (isTls ? requestHttps : requestHttp)(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > MAX_XML) response.destroy(new Error('The answer is too long.'))
        else parts.push(part)
      })
      response.on('end', () => {
        const { statusCode = 0 } = response
        // SOAP 1.1 sends its faults with status 500
        if (statusCode === 200 || statusCode === 500) resolve(Buffer.concat(parts).toString('utf8'))
        else down(new Error(`status ${statusCode}`))
      })
      response.on('error', down)
    })
    request.on('error', down)
    request.end(body)
  })
}
