import type { Readable } from 'node:stream'
import type { OtraHoja } from '@imprimitodo/shared/rules/hoja'
import type { Plataforma } from '@imprimitodo/shared/rules/programa'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Db } from '../db/open.ts'
import type { AjustesValores } from '../db/schema/ajustes.ts'
import type { Limits } from '../http/rate-limit.ts'
import type { PdfEngine } from '../pdf/port.ts'
import type { Captcha } from '../services/captcha/port.ts'
import type { Conexiones } from '../services/conexiones.ts'
import type { Copia } from '../services/copia/elegida.ts'
import type { FileStore } from '../services/files/port.ts'
import type { Fiscal } from '../services/fiscal/port.ts'
import type { Mailer } from '../services/mail/port.ts'
import type { Maps } from '../services/maps/port.ts'
import type { Payments } from '../services/payments/port.ts'
import type { Pulso } from '../services/pulso.ts'
import type { Push } from '../services/push/port.ts'
import type { Counters } from './counters.ts'
import type { Events } from './events.ts'
import type { Jobs } from './jobs.ts'
import type { Kept } from './kept.ts'
import type { Locks } from './locks.ts'
import type { Seguridad } from './seguridad.ts'

/** What the program of the branches' agents is made of. */
export type FuentePrograma = {
  /** What the build made: agente.cjs, lanzador.cjs and what stands beside them in a package. */
  dist: string
  /** What a version of it begins with, and Node's version, as the lock file has it. */
  versiones(): { propia: string; node: string }
  /**
   * Node's program for that platform, from this installation or, where it has none, from npm into `folder`. Rejects
   * where it cannot be had.
   */
  node(plataforma: Plataforma, folder: string): Promise<string>
}

/** A branch. `horario` as its owner wrote it. Null: not filled yet, and shown nowhere; `lat` and `lng` go together. */
export type Sucursal = {
  id: number
  nombre: string
  direccion: string | null
  whatsapp: string | null
  lat: number | null
  lng: number | null
  /** Paper beside A4 that its owner turned on; it is sold where it has a price too. */
  hojas: OtraHoja[]
  horario: string | null
}

/** The shop as its owner set it, branches by id. `abierta`: since when customers can pay; null: not yet. */
export type Tienda = { ajustes: AjustesValores; sucursales: Sucursal[]; abierta: Date | null }

/** Ms since 1970, in bytes where not; null: there is none yet. */
export type Bitacora = {
  /** Since when the log has no gap: it has no copy yet where `partida` is null. */
  comienzo: number | null
  /** The earliest and the latest moment that can be gone back to, and the newest copy of the database's folder. */
  desde: number | null
  hasta: number | null
  partida: number | null
  /** Bytes of the log that were not sealed when it was last looked at, and of all log on the database's disk. */
  pendiente: number
  ocupa: number
  /** Why the last look came to nothing, in the owner's words, and since when. */
  falla: { texto: string; desde: number } | null
}

/** Restoring a backup into this installation while it has no owner: the work of a process of its own. */
export type Restaurador = {
  /** Places where backups may be, by their names for people. */
  lugares: { lugar: 'servidor' | 'copia'; nombre: string }[]
  /** Files of ours there, by name, in bytes. @throws in the owner's words */
  list(lugar: 'servidor' | 'copia', signal: AbortSignal): Promise<Map<string, number>>
  /** @throws in the owner's words; then nothing was changed */
  restore(
    que: { clave: string; lugar: string; nombre: string },
    say: (avance: { fase: 'revisando' | 'actualizando' | 'restaurando'; hecho: number }) => void,
    signal: AbortSignal,
  ): Promise<void>
  /** This process ends all that it does and begins again, with what the database has then. */
  restart(): void
}

/** What every feature is given: made once in main.ts (or by a test) and passed by hand. */
export type Deps = {
  db: Db
  /** Its connections, for who tells how they are. */
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  now: () => Date
  log: FastifyBaseLogger
  jobs: Jobs
  events: Events
  /** What this process did, for Prometheus. */
  counters: Counters
  locks: Locks
  limits: Limits
  seguridad: Seguridad
  tienda: Kept<Tienda>
  /** Whether other processes may work on the same database and files. */
  shared: boolean
  files: FileStore
  pdf: PdfEngine
  conexiones: Conexiones
  payments: Payments
  fiscal: Fiscal
  mailer: Mailer
  push: Push
  maps: Maps
  captcha: Captcha
  /** Which of the services outside fail, as this process sees it. */
  pulso: Pulso
  /** No trailing slash: for mails and providers. Addresses for the browser: `originOf`. */
  publicUrl: string
  dataDir: string
  /** Free space below which no files are taken. */
  diskReserveBytes: number
  /** Origin of the server that answers the loyalty calls; null: this one. */
  loyaltyUrl: string | null
  production: boolean
  /** Where backups are copied to; absent: this server makes none. */
  copia?: Pick<Copia, 'nombre' | 'probe'>
  /**
   * Backups for who asks for one: the key that opens them, and a whole archive as it is made. `incomplete`: told, in the
   * owner's words, that it ended without some files.
   */
  respaldo?: { clave: Buffer; bajar(signal: AbortSignal, incomplete: (text: string) => void): Readable }
  /** Absent: a backup is restored on the command line alone. */
  restaurador?: Restaurador
  /** How the log is doing that leads back to any moment; absent: none is kept. */
  bitacora?: () => Bitacora
  /** Delay of the event loop, in ms, over which visitors are put off; absent: a second. */
  maxDelayMs?: number
  /** Where the agents' program comes from; absent: this installation. */
  fuentePrograma?: FuentePrograma
  /** Browsers are told to forget the service worker. */
  workerOff?: boolean
}
