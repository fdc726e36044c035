import { createCipheriv, createDecipheriv, createPrivateKey, hkdfSync, randomBytes } from 'node:crypto'
import { formatDay, formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { eq, sql } from 'drizzle-orm'
import type { Db, Queryable, Tx } from '../../db/open.ts'
import { arca_tickets } from '../../db/schema/services.ts'
import { signCms } from './arca-cms.ts'
import { SoapFault, soapCall } from './arca-http.ts'
import { element, type Node, NotXml, readXml, textAt } from './arca-xml.ts'
import { FiscalDown } from './port.ts'

const MINUTE = 60_000
/** A ticket lives 12 hours; a new one is asked for when less than this is left. */
const SPARE_MS = 10 * MINUTE
/** How long we wait after ARCA said that there is a ticket which we do not have. */
const WAIT_MS = 2 * MINUTE
/** Tolerance for differing clocks. */
const SKEW_MS = 10 * MINUTE
const TIMEOUT_MS = 15_000
const NAMESPACE = 'http://wsaa.view.sua.dvadac.desein.afip.gov'

export type TicketDeAcceso = { token: string; sign: string }
type Row = typeof arca_tickets.$inferSelect
export type Tickets = {
  /** @throws FiscalDown */
  of(service: string): Promise<TicketDeAcceso>
  /**
   * Called if a service of ARCA does not accept this ticket: another one is asked for. If ARCA gives none, since it
   * holds this one for valid, this one is used again: without it no voucher could be issued until it ends, hours later.
   */
  doubt(service: string, ticket: TicketDeAcceso): void
}
export type TicketSettings = { cuit: string; cert: string; key: string; wsaaUrl: string }

/**
 * Login tickets of WSAA, stored in the database for all processes: while one is valid ARCA gives out no
 * other. Within a process and between processes one asks, the others wait and use the same ticket.
 */
export function createTickets({
  db,
  now,
  settings,
}: {
  db: Db
  now: () => Date
  settings: TicketSettings
}): Tickets {
  const vault = createVault(settings.key)
  const asking = new Map<string, Promise<TicketDeAcceso>>()
  /** The token of each service that ARCA did not accept, in this process. */
  const doubted = new Map<string, string>()
  const keyOf = (service: string) => `${service}|${settings.cuit}|${settings.wsaaUrl}`

  const rowOf = async (tx: Queryable, clave: string): Promise<Row | undefined> =>
    (await tx.select().from(arca_tickets).where(eq(arca_tickets.clave, clave)))[0]
  const openWith = (row: Row | undefined, spare: number): TicketDeAcceso | null =>
    row?.secreto && (row.vence?.getTime() ?? 0) - now().getTime() > spare ? vault.open(row.secreto) : null

  async function stored(tx: Queryable, service: string): Promise<TicketDeAcceso | null> {
    const row = await rowOf(tx, keyOf(service))
    const isRefused = row?.espera != null && row.espera > now()
    const kept = openWith(row, isRefused ? 0 : SPARE_MS)
    const ticket = kept && kept.token !== doubted.get(service) ? kept : null
    if (!ticket && isRefused)
      throw new FiscalDown('ARCA tiene abierta otra sesión de este certificado. Se vuelve a intentar solo.')
    return ticket
  }

  /**
   * Ours, in its last minutes, serves until its end: ARCA gives no other one while it is valid, or does not answer, or
   * refuses because of our clock. It is not asked again for a moment.
   */
  async function keepOn(tx: Tx, clave: string, error: unknown): Promise<TicketDeAcceso | null> {
    const row = await rowOf(tx, clave)
    const ours = openWith(row, 0)
    const isTaken = error instanceof SoapFault && error.code === 'coe.alreadyAuthenticated'
    const end = ours ? (row?.vence?.getTime() ?? 0) : Number.POSITIVE_INFINITY
    if (ours || isTaken) await save(tx, { clave, espera: new Date(Math.min(end, now().getTime() + WAIT_MS)) })
    return ours
  }

  async function renew(service: string): Promise<TicketDeAcceso> {
    const clave = keyOf(service)
    // The ticket is requested once even if the transaction is repeated: ARCA gives no second one while the first is
    // valid
    let asked: ReturnType<typeof logIn> | undefined
    const outcome = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`arca_ticket|${clave}`}, 0))`)
      const found = await stored(tx, service) // another process may just have asked
      if (found) return found
      try {
        asked ??= logIn(settings, service, now())
        const { ticket, vence } = await asked
        await save(tx, { clave, secreto: vault.seal(ticket), vence, espera: null })
        return ticket
      } catch (error) {
        if (!(error instanceof SoapFault || error instanceof FiscalDown)) throw error
        return (await keepOn(tx, clave, error)) ?? asDown(error, now())
      }
    })
    if (outcome instanceof FiscalDown) throw outcome // after the commit: the wait must stay written
    doubted.delete(service)
    return outcome
  }

  return {
    async of(service) {
      const found = await stored(db, service)
      if (found) return found
      const running = asking.get(service) ?? renew(service).finally(() => asking.delete(service))
      asking.set(service, running)
      return running
    },
    doubt: (service, { token }) => void doubted.set(service, token),
  }
}

const asDown = (error: SoapFault | FiscalDown, now: Date): FiscalDown =>
  error instanceof SoapFault ? new FiscalDown(whyOf(error, now), { cause: error }) : error

/** A request is good for some minutes around its time, by ARCA's clock. */
const whyOf = ({ code, message }: SoapFault, now: Date): string =>
  /generationTime|expirationTime/.test(`${code} ${message}`)
    ? `ARCA no dejó entrar porque esta computadora no está en hora: acá es el ${formatDay(now)} a las ${formatTime(now)}. Ponela en hora; lo que espera se emite solo.`
    : `ARCA no dejó entrar: ${message}`

async function save(tx: Queryable, row: typeof arca_tickets.$inferInsert): Promise<void> {
  const { clave: _, ...set } = row
  await tx.insert(arca_tickets).values(row).onConflictDoUpdate({ target: arca_tickets.clave, set })
}

/** @throws SoapFault, FiscalDown */
async function logIn(
  settings: TicketSettings,
  service: string,
  now: Date,
): Promise<{ ticket: TicketDeAcceso; vence: Date }> {
  const request = `<?xml version="1.0" encoding="UTF-8"?><loginTicketRequest version="1.0">${
    element('header', [
      element('uniqueId', Math.floor(now.getTime() / 1000)),
      element('generationTime', localTime(new Date(now.getTime() - SKEW_MS))),
      element('expirationTime', localTime(new Date(now.getTime() + SKEW_MS))),
    ]).markup
  }${element('service', service).markup}</loginTicketRequest>`
  const cms = signCms(Buffer.from(request), settings, now).toString('base64')
  const { body } = await soapCall(settings.wsaaUrl, {
    action: '',
    body: element('loginCms', element('in0', cms), NAMESPACE),
    timeoutMs: TIMEOUT_MS,
  })
  const answer = readTicket(textAt(body, 'loginCmsReturn'))
  const [token, sign] = [textAt(answer, 'credentials', 'token'), textAt(answer, 'credentials', 'sign')]
  const vence = new Date(textAt(answer, 'header', 'expirationTime'))
  if (!token || !sign || Number.isNaN(vence.getTime()))
    throw new FiscalDown('ARCA contestó un ticket de acceso incompleto.')
  return { ticket: { token, sign }, vence }
}

/** The answer carries the ticket as text: XML in XML. */
function readTicket(text: string): Node {
  try {
    return readXml(text)
  } catch (error) {
    if (!(error instanceof NotXml)) throw error
    throw new FiscalDown('ARCA contestó un ticket de acceso que no se entiende.', { cause: error })
  }
}

/** ISO with Argentina's offset, which has no summer time. */
const localTime = (instant: Date): string =>
  `${new Date(instant.getTime() - 3 * 60 * MINUTE).toISOString().slice(0, 19)}-03:00`

/**
 * A ticket lets its holder invoice in the shop's name for half a day: in the database, and in its backups,
 * tickets are sealed. The key comes from the certificate's private key, which every process has.
 */
function createVault(privateKey: string) {
  const der = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
  const key = Buffer.from(hkdfSync('sha256', der, '', 'imprimitodo arca ticket', 32))
  return {
    seal(ticket: TicketDeAcceso): string {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(JSON.stringify(ticket)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    /** Null if another key sealed it: the certificate was renewed since. */
    open(text: string): TicketDeAcceso | null {
      try {
        const bytes = Buffer.from(text, 'base64')
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        cipher.setAuthTag(bytes.subarray(12, 28))
        const opened = Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()])
        return JSON.parse(opened.toString()) as TicketDeAcceso
      } catch {
        return null
      }
    },
  }
}
