import type { Readable } from 'node:stream'
import type { OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Db } from '../db/open.ts'
import type { AjustesValores } from '../db/schema/ajustes.ts'
import type { Limits } from '../http/rate-limit.ts'
import type { PdfEngine } from '../pdf/port.ts'
import type { Captcha } from '../services/captcha/port.ts'
import type { Conexiones } from '../services/conexiones.ts'
import type { CopiaElegida } from '../services/copia/elegida.ts'
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

/** The parts of the program for the branches' agents. */
export type FuentePrograma = {
  /** The build's folder: agente.cjs, lanzador.cjs and the files beside them in a package. */
  dist: string
  /** The prefix of its versions, and Node's version in the lock file. */
  versiones(): { propia: string; node: string }
  /**
   * Node's program for that platform, from this installation or else from npm into `folder`. Rejects if it
   * cannot be fetched.
   */
  node(plataforma: Plataforma, folder: string): Promise<string>
}

/**
 * A branch. `horario` as its owner wrote it. Null: not filled yet, and shown nowhere; `lat` and `lng` go
 * together.
 */
export type Sucursal = {
  id: number
  nombre: string
  direccion: string | null
  whatsapp: string | null
  lat: number | null
  lng: number | null
  /** Paper beside A4 that its owner turned on; it is sold if it has a price too. */
  hojas: OtraHoja[]
  horario: string | null
}

/** The shop's settings, branches by id. `abierta`: since when customers can pay; null: not yet. */
export type Tienda = { ajustes: AjustesValores; sucursales: Sucursal[]; abierta: Date | null }

/** Instants in ms since 1970, sizes in bytes; null: there is none yet. */
export type EstadoBitacora = {
  /** Since when the log has no gap; without a copy of the folder (`partida` null) it leads nowhere yet. */
  comienzo: number | null
  /** The earliest and the latest moment to go back to, and the newest copy of the database's folder. */
  desde: number | null
  hasta: number | null
  partida: number | null
  /** Bytes of log that were not sealed at the last look, and of all log on the database's disk. */
  pendiente: number
  ocupa: number
  /** Why the last look failed, in the owner's words, and since when. */
  falla: { texto: string; desde: number } | null
}

/** Restores a backup into this installation while it has no owner, in a process of its own. */
export type Restaurador = {
  /** Places that may have backups, with their names for people. */
  lugares: { lugar: 'servidor' | 'copia'; nombre: string }[]
  /** Files of ours there, by name, in bytes. @throws in the owner's words */
  list(lugar: 'servidor' | 'copia', signal: AbortSignal): Promise<Map<string, number>>
  /** @throws in the owner's words; then nothing was changed */
  restore(
    que: { clave: string; lugar: string; nombre: string },
    say: (avance: { fase: 'revisando' | 'actualizando' | 'restaurando'; hecho: number }) => void,
    signal: AbortSignal,
  ): Promise<void>
  /** Closes everything in this process and starts again, with the restored database. */
  restart(): void
}

/**
 * The dependencies of every feature: made once in server.ts (or by a test) and passed by hand. Only what wires
 * routes and jobs takes all of them; any other function takes a `Pick` of what it uses or hands on.
 */
export type Deps = {
  db: Db
  /** Numbers of its connections, for health figures. */
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  now: () => Date
  log: FastifyBaseLogger
  jobs: Jobs
  events: Events
  /** Counters of this process, for Prometheus. */
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
  /** Which outside services fail, as this process sees them. */
  pulso: Pulso
  /** No trailing slash: for mails and providers. For addresses in the browser use `originOf`. */
  publicUrl: string
  dataDir: string
  /** Below this much free space no files are accepted. */
  diskReserveBytes: number
  /** Origin of the server that answers loyalty calls; null: this one. */
  loyaltyUrl: string | null
  production: boolean
  /** Where backups are copied to; absent: this server makes none. */
  copia?: Pick<CopiaElegida, 'nombre' | 'probe'>
  /**
   * For a download of a backup: the key that opens it, and a whole archive, sent while it is made. `incomplete`:
   * called, in the owner's words, if files are missing.
   */
  respaldo?: { clave: Buffer; download(signal: AbortSignal, incomplete: (text: string) => void): Readable }
  /** Absent: a backup is restored on the command line only. */
  restaurador?: Restaurador
  /** The state of the bitacora; absent: none is kept. */
  bitacora?: () => EstadoBitacora
  /** Delay of the event loop, in ms, above which visitors are put off; absent: a second. */
  maxDelayMs?: number
  /** The source of the agents' program; absent: this installation. */
  fuentePrograma?: FuentePrograma
  /** Browsers are told to remove the service worker. */
  workerOff?: boolean
}
