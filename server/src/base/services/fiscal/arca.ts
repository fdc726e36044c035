import { X509Certificate } from 'node:crypto'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import type { Db } from '../../db/open.ts'
import { createArcaPadron } from './arca-padron.ts'
import { createTickets } from './arca-ticket.ts'
import { createWsfe } from './arca-wsfe.ts'
import { type Fiscal, FiscalDown } from './port.ts'

export type ArcaUrls = { wsaaUrl: string; wsfeUrl: string; padronUrl: string }

export type ArcaSettings = ArcaUrls & {
  cuit: string
  issuer: 'RI' | 'MT'
  /** PEM. */
  cert: string
  key: string
}

/** Certificates last two years and are renewed by hand. */
const WARN_DAYS = 30
const DAY_MS = 86_400_000

/** The real one: ARCA's web services over SOAP. docs/arca.md. */
export function createArca({
  db,
  now,
  settings,
}: {
  db: Db
  now: () => Date
  settings: ArcaSettings
}): Fiscal {
  const tickets = createTickets({ db, now, settings })
  const wsfe = createWsfe(settings, tickets)
  const padron = createArcaPadron(settings, tickets)
  const ends = new X509Certificate(settings.cert).validToDate
  return {
    kind: 'arca',
    emisor: { cuit: settings.cuit, condicion: settings.issuer },
    vence: ends,
    last: wsfe.last,
    issue: wsfe.issue,
    find: wsfe.find,
    persona: padron,
    puntosVenta: wsfe.puntosVenta,
    async probe() {
      const left = Math.floor((ends.getTime() - now().getTime()) / DAY_MS)
      const certificate =
        left < 0
          ? 'El certificado venció.'
          : `El certificado vence el ${formatDay(ends)}${left < WARN_DAYS ? ': renovalo ya.' : '.'}`
      try {
        if (!(await wsfe.dummy())) return { ok: false, detail: `ARCA avisa que está caída. ${certificate}` }
        await tickets.of('wsfe')
        return { ok: left >= 0, detail: `ARCA responde y nos deja entrar. ${certificate}` }
      } catch (error) {
        if (error instanceof FiscalDown) return { ok: false, detail: `${error.message} ${certificate}` }
        throw error
      }
    },
  }
}
