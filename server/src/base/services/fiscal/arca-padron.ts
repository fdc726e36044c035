import { SoapFault, soapCall } from './arca-http.ts'
import type { TicketDeAcceso, Tickets } from './arca-ticket.ts'
import { allAt, at, element, type Node, textAt } from './arca-xml.ts'
import { type Contribuyente, FiscalDown } from './port.ts'

const NAMESPACE = 'http://a5.soap.ws.server.puc.sr/'
const SERVICE = 'ws_sr_constancia_inscripcion'
const TIMEOUT_MS = 8_000
const IVA = '30'

/** The register of taxpayers (constancia de inscripción), which has a ticket and an authorisation of its own. */
export function createArcaPadron({ cuit, padronUrl }: { cuit: string; padronUrl: string }, tickets: Tickets) {
  /** @throws FiscalDown */
  return async (asked: string): Promise<Contribuyente | null> => {
    const ticket = await tickets.of(SERVICE)
    try {
      return await ask(asked, ticket)
    } catch (error) {
      if (!isBadTicket(error)) throw asDown(error)
      // ARCA ended it before its time
      tickets.doubt(SERVICE, ticket)
      return await ask(asked, await tickets.of(SERVICE)).catch((again) => {
        throw asDown(again)
      })
    }
  }

  /** @throws SoapFault, FiscalDown */
  async function ask(asked: string, { token, sign }: TicketDeAcceso): Promise<Contribuyente | null> {
    // JAX-WS: the operation has the namespace, its parameters have none
    const parameters = [
      element('token', token),
      element('sign', sign),
      element('cuitRepresentada', cuit),
      element('idPersona', asked),
    ]
    const question = element('a5:getPersona_v2', parameters, NAMESPACE)
    try {
      const { body } = await soapCall(padronUrl, {
        action: '',
        body: question,
        timeoutMs: TIMEOUT_MS,
        namespace: NAMESPACE,
      })
      return personaOf(at(body, 'personaReturn'))
    } catch (error) {
      if (error instanceof SoapFault && /no existe persona/i.test(error.message)) return null
      throw error
    }
  }
}

/** The register has no code for this, only words, which also name the token if it is valid but of another taxpayer. */
const isBadTicket = (error: unknown): boolean =>
  error instanceof SoapFault && /token/i.test(error.message) && !/representa/i.test(error.message)

const asDown = (error: unknown): unknown =>
  error instanceof SoapFault
    ? new FiscalDown(`El padrón de ARCA no contestó: ${error.message}`, { cause: error })
    : error

function personaOf(answer: Node | undefined): Contribuyente | null {
  const general = at(answer, 'datosGenerales')
  const own = [textAt(general, 'apellido'), textAt(general, 'nombre')].filter(Boolean).join(' ')
  const nombre = textAt(general, 'razonSocial') || own
  if (!nombre) return null
  const home = at(general, 'domicilioFiscal')
  const parts = ['direccion', 'localidad', 'descripcionProvincia'].map((name) => textAt(home, name))
  return {
    nombre,
    direccion: [...new Set(parts.filter(Boolean))].join(', '),
    condicion_iva: condicionOf(answer),
  }
}

/** Null if the form lacks that condition (exempt), or if the register says nothing of taxes. */
function condicionOf(answer: Node | undefined): Contribuyente['condicion_iva'] {
  if (at(answer, 'datosMonotributo')) return 'MT'
  const active = allAt(answer, 'impuesto', 'datosRegimenGeneral').filter(({ children }) =>
    children.every(({ name, text }) => name !== 'estadoImpuesto' || /^AC/i.test(text.trim())),
  )
  return active.some((tax) => textAt(tax, 'idImpuesto') === IVA) ? 'RI' : null
}
