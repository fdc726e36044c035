// Providers that the owner connects on the screen: kept sealed, and exchanged while the server runs, in every process.
import {
  CONECTABLES,
  type Conectable,
  isConectable,
  type ValoresConexion,
} from '@imprimitodo/shared/rules/conexion'
import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod'
import type { Db, Queryable, Tx } from '../db/open.ts'
import { conexiones } from '../db/schema/services.ts'
import type { Events } from '../runtime/events.ts'
import { seal, unseal } from '../secrets/seal.ts'
import { installationSecret } from '../secrets/secret.ts'
import type { Mailer } from './mail/port.ts'
import type { Payments } from './payments/port.ts'

type Ports = { correo: Mailer; mercadopago: Payments }

/** How one is made of what the owner typed; null: of nothing. `deEntorno`: the environment says it, and the owner cannot. */
export type Enchufe<Port> = { deEntorno: boolean; make(valores: ValoresConexion | null): Port }
export type Enchufes = { [Cual in Conectable]: Enchufe<Ports[Cual]> }

export type Conexion = { valores: ValoresConexion | null; probado: Date | null }

export type Conexiones = {
  /** Of this process, whichever adapter it has now. */
  ports: Ports
  deEntorno(cual: Conectable): boolean
  read(db: Queryable, cual: Conectable): Promise<Conexion>
  /** Null: disconnected. Told to every process when the transaction commits; this one takes it with `reload`. */
  write(tx: Tx, cual: Conectable, valores: ValoresConexion | null): Promise<void>
  markProbado(cual: Conectable, now: Date): Promise<void>
  /** What is kept is what works from now on. */
  reload(): Promise<void>
}

const Valores = z.record(z.string(), z.string())

type Own = { db: Db; dataDir: string; events: Events; log: FastifyBaseLogger }

export function createConexiones({ db, dataDir, events, log }: Own, enchufes: Enchufes): Conexiones {
  const correo = exchangeable(enchufes.correo.make(null))
  const mercadopago = exchangeable(enchufes.mercadopago.make(null))
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

  function take(cual: Conectable, valores: ValoresConexion | null): void {
    const text = valores ? JSON.stringify(valores) : undefined
    if (taken.get(cual) === text) return
    if (cual === 'correo') correo.exchange(enchufes.correo.make(valores))
    else mercadopago.exchange(enchufes.mercadopago.make(valores))
    if (text) taken.set(cual, text)
    else taken.delete(cual)
  }

  async function load(): Promise<void> {
    const rows = await db.select().from(conexiones)
    for (const cual of CONECTABLES) {
      if (enchufes[cual].deEntorno) continue
      const row = rows.find((one) => one.cual === cual)
      take(cual, row ? open(cual, row.valores) : null)
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

  return {
    ports: { correo: correo.port, mercadopago: mercadopago.port },
    deEntorno: (cual) => enchufes[cual].deEntorno,
    async read(at, cual) {
      const [row] = await at.select().from(conexiones).where(eq(conexiones.cual, cual))
      if (!row || !isConectable(row.cual)) return { valores: null, probado: null }
      return { valores: open(cual, row.valores), probado: row.probado }
    },
    async write(tx, cual, typed) {
      if (typed) {
        const valores = seal(key(), cual, JSON.stringify(typed))
        const set = { valores, probado: null }
        await tx
          .insert(conexiones)
          .values({ cual, ...set })
          .onConflictDoUpdate({ target: conexiones.cual, set })
      } else await tx.delete(conexiones).where(eq(conexiones.cual, cual))
      await events.tell(tx, 'conexiones')
    },
    async markProbado(cual, now) {
      await db.update(conexiones).set({ probado: now }).where(eq(conexiones.cual, cual))
    },
    reload,
  }
}

/** One port for all who hold it; what it does is done by the adapter of the moment. */
function exchangeable<Port extends object>(first: Port) {
  let current = first
  const port = new Proxy(first, { get: (_, name) => Reflect.get(current, name) })
  return {
    port,
    exchange(next: Port): void {
      current = next
    },
  }
}
