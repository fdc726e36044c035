import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { at, envelope, type Node, readXml, textAt, type Xml } from './arca-xml.ts'
import { FiscalDown } from './port.ts'

const MAX_BYTES = 2 * 1024 ** 2

/**
 * For ARCA's hosts alone: the production one still offers a short Diffie-Hellman group that OpenSSL's level 2, which
 * newer Nodes and some distributions set, refuses. Certificates are checked as always. Fetch takes no agent.
 */
const agent = new Agent({ ciphers: 'DEFAULT@SECLEVEL=1', minVersion: 'TLSv1.2', keepAlive: true })

/** A fault is an answer: the service read the question and would not have it. */
export class SoapFault extends Error {
  code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export type Soap = { body: Node; raw: string }

/** One SOAP 1.1 call; `body` of the answer is the first element in it. @throws SoapFault, FiscalDown */
export async function soapCall(url: string, action: string, body: Xml, timeoutMs: number): Promise<Soap> {
  const raw = await post(url, action, envelope(body), timeoutMs)
  const first = bodyOf(raw)
  if (first.name !== 'Fault') return { body: first, raw }
  throw new SoapFault(
    textAt(first, 'faultcode').replace(/^.*:/, ''),
    textAt(first, 'faultstring') || 'SOAP fault',
  )
}

/** What comes in the place of an answer when ARCA is down is a page of HTML. */
function bodyOf(raw: string): Node {
  try {
    const body = at(readXml(raw), 'Body')?.children[0]
    if (body) return body
  } catch (error) {
    throw new FiscalDown('ARCA contestó algo que no es una respuesta.', { cause: error })
  }
  throw new FiscalDown('ARCA contestó vacío.')
}

function post(url: string, action: string, body: string, timeoutMs: number): Promise<string> {
  const isTls = url.startsWith('https:')
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"${action}"`,
      'content-length': Buffer.byteLength(body),
    },
    signal: AbortSignal.timeout(timeoutMs), // of the whole exchange, however slowly it drips
    ...(isTls && { agent }),
  }
  return new Promise((resolve, reject) => {
    const down = (cause: unknown) => reject(new FiscalDown('ARCA no responde.', { cause }))
    const request = (isTls ? requestHttps : requestHttp)(url, options, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > MAX_BYTES) response.destroy(new Error('The answer is too long.'))
        else parts.push(part)
      })
      response.on('end', () => {
        const { statusCode = 0 } = response
        // 500 is how SOAP 1.1 sends its faults
        if (statusCode === 200 || statusCode === 500) resolve(Buffer.concat(parts).toString('utf8'))
        else down(new Error(`status ${statusCode}`))
      })
      response.on('error', down)
    })
    request.on('error', down)
    request.end(body)
  })
}
