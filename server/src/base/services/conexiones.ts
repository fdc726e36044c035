// Providers that the owner connects on the screen: kept sealed, and exchanged while the server runs, in every process.
import { CONECTABLES, type Conectable, type ValoresConexion } from '@imprimitodo/shared/rules/conexion'
import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Db, Queryable, Tx } from '../db/open.ts'
import { conexiones } from '../db/schema/services.ts'
import type { Events } from '../runtime/events.ts'
import { seal, unseal } from '../secrets/seal.ts'
import { installationSecret } from '../secrets/secret.ts'
import type { Captcha } from './captcha/port.ts'
import type { Copia } from './copia/elegida.ts'
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
  respaldo: Copia
}

/** Of ARCA's: its private key is made here; nobody types it, and nobody reads it. */
export const CLAVE_PROPIA = 'clave'

/** How one is made of what the owner typed; null: of nothing. `deEntorno`: set by the environment, so the screen cannot change it. */
export type Enchufe<Port> = {
  deEntorno: boolean
  make(valores: ValoresConexion | null): Port
  /** What only the adapter can tell is wrong, by key, of values whose form is fine; null: nothing. */
  problems?(valores: ValoresConexion): Record<string, string> | null
}
export type Enchufes = { [Cual in Conectable]: Enchufe<Ports[Cual]> }

export type Conexion = { valores: ValoresConexion | null; probado: Date | null }

export type Conexiones = {
  /** Of this process, whichever adapter it has now. */
  ports: Ports
  deEntorno(cual: Conectable): boolean
  read(db: Queryable, cual: Conectable): Promise<Conexion>
  /** The same, and nobody else changes it until the transaction ends. */
  readToChange(tx: Tx, cual: Conectable): Promise<Conexion>
  /** By key; {} where they are fine. */
  problems(cual: Conectable, valores: ValoresConexion): Record<string, string>
  /**
   * The request of a certificate to take to ARCA, PEM, and whether its key was made now: the first time.
   * Null while the CUIT and the name of who issues are not kept.
   */
  requestArca(tx: Tx): Promise<{ solicitud: string; isNew: boolean } | null>
  /** Null: disconnected. Told to every process when the transaction commits; this one takes it with `reload`. */
  write(tx: Tx, cual: Conectable, valores: ValoresConexion | null): Promise<void>
  markProbado(cual: Conectable, now: Date): Promise<void>
  /** What is kept is what works from now on. */
  reload(): Promise<void>
}

const Valores = z.record(z.string(), z.string())

/** For a process of its own, which asks once. Null: nothing is kept, or it was sealed with another key. */
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
  const plugs: { [Cual in Conectable]: Exchangeable<Ports[Cual]> } = {
    correo: exchangeable(enchufes.correo.make(null)),
    mercadopago: exchangeable(enchufes.mercadopago.make(null)),
    captcha: exchangeable(enchufes.captcha.make(null)),
    mapas: exchangeable(enchufes.mapas.make(null)),
    arca: exchangeable(enchufes.arca.make(null)),
    respaldo: exchangeable(enchufes.respaldo.make(null)),
  }
  /** What each works with; undefined: with nothing of the owner's. */
  const taken = new Map<Conectable, string>()
  const key = () => installationSecret(dataDir, 'conexiones')
  let last: Promise<void> = Promise.resolve()

  /** Null also where the key is another one: then it has to be typed again. */
  function open(cual: Conectable, sealed: string): ValoresConexion | null {
    const text = unseal(key(), cual, sealed)
    if (text !== null) return Valores.parse(JSON.parse(text))
    log.error({ cual }, 'conexiones: sealed with another key')
    return null
  }

  function take<Cual extends Conectable>(cual: Cual, valores: ValoresConexion | null): void {
    const text = valores ? JSON.stringify(valores) : undefined
    if (taken.get(cual) === text) return
    plugs[cual].exchange(enchufes[cual].make(valores))
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
        // One that cannot be made of what is kept leaves the others, and the start, alone
        log.error({ err, cual }, 'conexiones')
      }
    }
  }
  /** One after another, so that what was read first is not taken last. */
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
  /** Also where there is no row yet, which could not be locked. */
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
      correo: plugs.correo.port,
      mercadopago: plugs.mercadopago.port,
      captcha: plugs.captcha.port,
      mapas: plugs.mapas.port,
      arca: plugs.arca.port,
      respaldo: plugs.respaldo.port,
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

type Exchangeable<Port> = { port: Port; exchange(next: Port): void }

/** One port for all who hold it; what it does is done by the adapter of the moment. */
function exchangeable<Port extends object>(first: Port): Exchangeable<Port> {
  let current = first
  const port = new Proxy(first, { get: (_, name) => Reflect.get(current, name) })
  return {
    port,
    exchange(next: Port): void {
      current = next
    },
  }
}
