// Providers that the owner connects on the screen: stored sealed, and exchanged in every process while the
// server runs.
import {
  CONECTABLES,
  type Conectable,
  type ValoresConexion,
} from '@imprimitodo/shared/rules/gestion/conexion'
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Db, Queryable, Tx } from '../db/open.ts'
import { conexiones } from '../db/schema/services.ts'
import type { Events } from '../runtime/events.ts'
import { seal, unseal } from '../secrets/seal.ts'
import { installationSecret } from '../secrets/secret.ts'
import type { Captcha } from './captcha/port.ts'
import type { CopiaElegida } from './copia/elegida.ts'
import { makeArcaKey, requestCertificate } from './fiscal/arca-solicitud.ts'
import type { Fiscal } from './fiscal/port.ts'
import type { Mailer } from './mail/port.ts'
import type { Maps } from './maps/port.ts'
import type { Payments } from './payments/port.ts'

type Ports = {
  correo: Mailer
  mercadopago: Payments
  captcha: Captcha
  mapas: Maps
  arca: Fiscal
  respaldo: CopiaElegida
}

/** ARCA's private key. The server makes it; it is never typed and never shown. */
export const CLAVE_PROPIA = 'clave'

/**
 * Makes an adapter from the owner's values; null: from none. `deEntorno`: the environment sets it, so the
 * screen cannot.
 */
export type Enchufe<Port> = {
  deEntorno: boolean
  make(valores: ValoresConexion | null): Port
  /** Errors that only the adapter can find in well-formed values, by key; null: none. */
  problems?(valores: ValoresConexion): Record<string, string> | null
}
export type Enchufes = { [Cual in Conectable]: Enchufe<Ports[Cual]> }

export type Conexion = { valores: ValoresConexion | null; probado: Date | null }

export type Conexiones = {
  /** The ports of this process; each keeps calling its current adapter. */
  ports: Ports
  deEntorno(cual: Conectable): boolean
  read(db: Queryable, cual: Conectable): Promise<Conexion>
  /** As `read`; no other transaction changes the settings until `tx` ends. */
  readToChange(tx: Tx, cual: Conectable): Promise<Conexion>
  /** Errors by key; {} if there are none. */
  problems(cual: Conectable, valores: ValoresConexion): Record<string, string>
  /**
   * The request of a certificate to take to ARCA, PEM, and whether its key was made now, as at the first
   * time. Null until the CUIT and the issuer's name are stored.
   */
  requestArca(tx: Tx): Promise<{ solicitud: string; isNew: boolean } | null>
  /**
   * Null: disconnected. Every process is told when the transaction commits; this one applies it with
   * `reload`.
   */
  write(tx: Tx, cual: Conectable, valores: ValoresConexion | null): Promise<void>
  markProbado(cual: Conectable, now: Date): Promise<void>
  /** Applies the stored values. */
  reload(): Promise<void>
}

const Valores = z.record(z.string(), z.string())

/** For a process that needs it once. Null: nothing is stored, or it was sealed with another key. */
export async function readConexion(
  db: Queryable,
  dataDir: string,
  cual: Conectable,
): Promise<ValoresConexion | null> {
  const [row] = await db.select().from(conexiones).where(eq(conexiones.cual, cual))
  const text = row ? unseal(installationSecret(dataDir, 'conexiones'), cual, row.valores) : null
  return text === null ? null : Valores.parse(JSON.parse(text))
}

type Own = { db: Db; dataDir: string; events: Events; log: FastifyBaseLogger }

export function createConexiones({ db, dataDir, events, log }: Own, enchufes: Enchufes): Conexiones {
  const current: Ports = {
    correo: enchufes.correo.make(null),
    mercadopago: enchufes.mercadopago.make(null),
    captcha: enchufes.captcha.make(null),
    mapas: enchufes.mapas.make(null),
    arca: enchufes.arca.make(null),
    respaldo: enchufes.respaldo.make(null),
  }
  /** A port that stays the same object while its adapter is exchanged. */
  const portOf = <Cual extends Conectable>(cual: Cual): Ports[Cual] =>
    new Proxy(current[cual], { get: (_, name) => Reflect.get(current[cual], name) })
  /** The values of each current adapter; undefined: none of the owner's. */
  const taken = new Map<Conectable, string>()
  const key = () => installationSecret(dataDir, 'conexiones')
  let last: Promise<void> = Promise.resolve()

  /** Null also if it was sealed with another key: then the owner has to type it again. */
  function open(cual: Conectable, sealed: string): ValoresConexion | null {
    const text = unseal(key(), cual, sealed)
    if (text !== null) return Valores.parse(JSON.parse(text))
    log.error({ cual }, 'conexiones: sealed with another key')
    return null
  }

  function take<Cual extends Conectable>(cual: Cual, valores: ValoresConexion | null): void {
    const text = valores ? JSON.stringify(valores) : undefined
    if (taken.get(cual) === text) return
    current[cual] = enchufes[cual].make(valores)
    if (text) taken.set(cual, text)
    else taken.delete(cual)
  }

  async function load(): Promise<void> {
    const rows = await db.select().from(conexiones)
    for (const cual of CONECTABLES) {
      if (enchufes[cual].deEntorno) continue
      const row = rows.find((one) => one.cual === cual)
      try {
        take(cual, row ? open(cual, row.valores) : null)
      } catch (err) {
        // A connection that cannot be built must not stop the others or the start
        log.error({ err, cual }, 'conexiones')
      }
    }
  }
  /** One after another, so that older rows are not applied last. */
  function reload(): Promise<void> {
    last = last.then(load, load)
    return last
  }
  const later = () => void reload().catch((err) => log.error({ err }, 'conexiones'))
  events.listen('conexiones', later)
  events.onMissed(later)

  async function read(at: Queryable, cual: Conectable): Promise<Conexion> {
    const [row] = await at.select().from(conexiones).where(eq(conexiones.cual, cual))
    if (!row) return { valores: null, probado: null }
    return { valores: open(cual, row.valores), probado: row.probado }
  }
  /** An advisory lock, which also works if there is no row yet. */
  async function readToChange(tx: Tx, cual: Conectable): Promise<Conexion> {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`conexion|${cual}`}, 0))`)
    return read(tx, cual)
  }
  async function write(tx: Tx, cual: Conectable, typed: ValoresConexion | null): Promise<void> {
    if (typed) {
      const valores = seal(key(), cual, JSON.stringify(typed))
      const set = { valores, probado: null }
      await tx
        .insert(conexiones)
        .values({ cual, ...set })
        .onConflictDoUpdate({ target: conexiones.cual, set })
    } else await tx.delete(conexiones).where(eq(conexiones.cual, cual))
    await events.tell(tx, 'conexiones')
  }

  return {
    ports: {
      correo: portOf('correo'),
      mercadopago: portOf('mercadopago'),
      captcha: portOf('captcha'),
      mapas: portOf('mapas'),
      arca: portOf('arca'),
      respaldo: portOf('respaldo'),
    },
    deEntorno: (cual) => enchufes[cual].deEntorno,
    read,
    readToChange,
    write,
    problems: (cual, valores) => enchufes[cual].problems?.(valores) ?? {},
    async requestArca(tx) {
      const { valores } = await readToChange(tx, 'arca')
      const { cuit, razon_social: razonSocial, [CLAVE_PROPIA]: kept } = valores ?? {}
      if (!cuit || !razonSocial) return null
      const clave = kept ?? (await makeArcaKey())
      if (!kept) await write(tx, 'arca', { ...valores, [CLAVE_PROPIA]: clave })
      return { solicitud: requestCertificate(clave, { cuit, razonSocial }), isNew: !kept }
    },
    async markProbado(cual, now) {
      await db.update(conexiones).set({ probado: now }).where(eq(conexiones.cual, cual))
    },
    reload,
  }
}
