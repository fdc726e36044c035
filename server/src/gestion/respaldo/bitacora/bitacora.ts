// Point in time recovery: the embedded database's log, sealed as it grows, on top of copies of its folder.
// Runs in the server that owns the database; large work is done by child processes.
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps, EstadoBitacora } from '../../../base/runtime/deps.ts'
import { RespaldoInvalido } from '../archivo/formato.ts'
import { mb, whyOf } from '../archivo/why.ts'
import { lastTurn } from '../vigia.ts'
import { cadenasEn, makeRoom, partesDe, partidasQueQuedan, removeFrom, sobrantes } from './guardados.ts'
import { alcance, comienzoOf, folderOf, inicioDeSegmento, nombreDeCadena, type Posicion } from './nombres.ts'
import {
  advanceRegistro,
  limitRegistro,
  type RegistroDeBitacora,
  readRegistro,
  readSegmento,
  releaseRegistro,
  takeRegistro,
} from './registro.ts'

/** If one run is late or fails, less than a minute of orders is at risk. */
const CADA_MS = 20_000
const ESPERA_MS = 60_000
/** Overlap, since a file gets its final name a moment after it was written. */
const SEND_AGAIN_MS = 60_000
/** A week, less the hours by which the nights differ. */
const PARTIDA_MS = 6.5 * 24 * 3600_000
/**
 * Below this much free space on the database's disk, log that is not sealed yet is given up: the shop goes
 * on.
 */
const LAST_ROOM = 256 * 1024 ** 2

export type BitacoraDeps = Pick<Deps, 'db' | 'log' | 'now' | 'dataDir' | 'diskReserveBytes'> & {
  /** BACKUP_DIR */
  carpeta: string
  clave: Buffer
  /** 0 to 23: a copy that is due waits for this hour of the shop's day. */
  hora: number
  cadaMs?: number
  /** How long after the start the first copy is made: right after a start customers come first. */
  esperaMs?: number
  /** Makes a new copy of the database's folder in the chain of `carpeta`. Fails in the owner's words. */
  makePartida(carpeta: string, cadena: string, signal: AbortSignal): Promise<void>
  /** Seals the customers' files that came since `since` (ms) beside the backups. */
  archive(carpeta: string, since: number, signal: AbortSignal): Promise<void>
  /**
   * Sends what was written in `carpeta` since `since` (ms, 0: all that is missing) to the second place;
   * absent: there is none.
   */
  follow?: (carpeta: string, since: number, signal: AbortSignal) => Promise<void>
}

export type Bitacora = {
  estado(): EstadoBitacora
  /** Seals the log that exists at once, then at each interval. */
  start(): void
  /** Seals the log that exists now. */
  look(): Promise<void>
  /** Seals the log for the last time. */
  stop(): Promise<void>
}

const NOTHING_YET: EstadoBitacora = {
  comienzo: null,
  desde: null,
  hasta: null,
  partida: null,
  pendiente: 0,
  ocupa: 0,
  falla: null,
}

type Viva = { cadena: string; at: Posicion }

export function createBitacora(deps: BitacoraDeps): Bitacora {
  const { db, log, dataDir, carpeta, clave, cadaMs = CADA_MS, esperaMs = ESPERA_MS } = deps
  const pgdata = join(dataDir, 'postgres')
  const lastRoom = Math.min(LAST_ROOM, deps.diskReserveBytes)
  const ending = new AbortController()
  const estado = { ...NOTHING_YET }
  const started = performance.now()
  let viva: Viva | null = null
  let sealed = { until: 0, count: 0 }
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  /** Work in the background, one of each kind at a time: sealing the log does not wait for it. */
  const aside = { partida: idle(), archivos: idle(), copia: idle() }
  let sentUntil = 0

  async function take(): Promise<void> {
    const found = await readRegistro(db)
    Object.assign(estado, { ocupa: found.ocupa })
    await mkdir(carpeta, { recursive: true, mode: 0o700 })
    if ((await roomIn(carpeta)) < deps.diskReserveBytes)
      throw new RespaldoInvalido(`Queda muy poco lugar en ${carpeta}.`)
    viva = await goOn(found)
    estado.comienzo = comienzoOf(viva.cadena)
    estado.pendiente = Number(found.lsn - viva.at)
    aside.archivos.begin(() => keepFiles(), cadaMs)
    await sealUpTo(found, viva)
    await keepEstado(found, viva)
    aside.copia.begin(send, cadaMs)
    const falla = aside.partida.falla ?? aside.archivos.falla ?? aside.copia.falla
    Object.assign(estado, { hasta: found.hora, pendiente: 0, falla })
    await tidy(found, viva)
    const { cadena } = viva
    const { segmento } = found
    if (performance.now() - started >= esperaMs && isOld(estado.partida, found.hora, deps.hora))
      aside.partida.begin(() => renewPartida(cadena, segmento), 3600_000)
  }

  /** The chain that the slot holds the log for, or a new one after a gap. */
  async function goOn({ ranura, lsn, segmento, hora }: RegistroDeBitacora): Promise<Viva> {
    const kept = (await cadenasEn(carpeta)).find(({ cadena }) => cadena === ranura?.cadena)
    const at = kept ? alcance(kept.tramos) : null
    // A folder that was away meanwhile has a gap
    if (viva && ranura?.cadena === viva.cadena && viva.at <= lsn && viva.at === (at ?? viva.at)) return viva
    await limitRegistro(db)
    if (ranura && at !== null && at <= lsn && at >= inicioDeSegmento(ranura.desde, segmento))
      return { cadena: ranura.cadena, at }
    const cadena = nombreDeCadena(hora, randomBytes(4).toString('hex'))
    await mkdir(join(carpeta, folderOf(cadena)), { recursive: true, mode: 0o700 })
    await takeRegistro(db, cadena)
    const { ranura: taken } = await readRegistro(db)
    if (!taken) throw new Error('The slot is missing.')
    Object.assign(estado, { desde: null, partida: null })
    return { cadena, at: inicioDeSegmento(taken.desde, segmento) }
  }

  async function sealUpTo(found: RegistroDeBitacora, chain: Viva): Promise<void> {
    const { keepTramo } = await import('./tramo.ts')
    const { linea, segmento, hora, lsn } = found
    while (chain.at < lsn) {
      const start = inicioDeSegmento(chain.at, segmento)
      const end = start + BigInt(segmento)
      const [desde, hasta] = end <= lsn ? [start, end] : [chain.at, lsn]
      const bytes = await readSegmento(pgdata, found, desde, hasta)
      await keepTramo(carpeta, clave, { cadena: chain.cadena, linea, segmento, desde, hasta, hora }, bytes)
      chain.at = hasta
    }
    await advanceRegistro(db, chain.at)
  }

  async function keepEstado({ hora }: RegistroDeBitacora, { cadena, at }: Viva): Promise<void> {
    const folder = join(dataDir, 'secretos')
    const names = (await readdir(folder).catch(() => [])).toSorted()
    const all = await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
    )
    const { keepTramoEstado } = await import('./tramo.ts')
    await keepTramoEstado(carpeta, clave, { cadena, hora, hasta: at, secretos: Object.fromEntries(all) })
  }

  async function keepFiles(): Promise<void> {
    const { LATE_MS, newestFiles } = await import('../archivo/archivos.ts') // libsodium, only where it is used
    const { newest, count } = await newestFiles(db, sealed.until)
    if (newest === sealed.until && count === sealed.count) return
    const next = await newestFiles(db, newest)
    // The clock may have gone back since
    const since = Math.max(0, Math.min(newest, sealed.until) - LATE_MS)
    await deps.archive(carpeta, since, ending.signal)
    sealed = { until: newest, count: next.count }
  }

  async function send(): Promise<void> {
    const began = Date.now()
    await deps.follow?.(carpeta, sentUntil, ending.signal)
    sentUntil = began - SEND_AGAIN_MS
  }

  async function renewPartida(cadena: string, segmento: number): Promise<void> {
    const room = Math.max(0, (await roomIn(carpeta)) - deps.diskReserveBytes)
    const { bytesDe } = await import('./partida.ts')
    const needed = await bytesDe(pgdata)
    if (needed > room && !(await makeRoom({ carpeta, viva: cadena, segmento }, needed - room)))
      throw new RespaldoInvalido(
        `No hay lugar en ${carpeta} para copiar la base: hacen falta hasta ${mb(needed)} y quedan ${mb(room)} sin tocar la reserva.`,
      )
    await deps.makePartida(carpeta, cadena, ending.signal)
    await running // it may have read the log's end before the copy ended
    if (!ending.signal.aborted) await look() // a copy is useless before the log up to its end is sealed
  }

  async function tidy({ segmento }: RegistroDeBitacora, { cadena }: Viva): Promise<void> {
    const all = await cadenasEn(carpeta)
    const own = all.find((it) => it.cadena === cadena)
    const over = sobrantes(all, cadena, segmento)
    await removeFrom(carpeta, {
      nombres: [...over.nombres, ...(own ? partesDe(own, segmento) : [])],
      cadenas: over.cadenas,
    })
    const kept = partidasQueQuedan(all).filter((it) => it.cadena === cadena)
    estado.desde = kept.at(-1)?.hora ?? null
    estado.partida = own?.partidas.toSorted((a, b) => b.hora - a.hora)[0]?.hora ?? null
  }

  async function takeSafely(): Promise<void> {
    try {
      await take()
    } catch (err) {
      if (ending.signal.aborted) return
      log.error({ err }, 'bitácora')
      estado.falla = { texto: whyOf(err), desde: estado.falla?.desde ?? Date.now() }
      viva = null // read again from the folder
      await giveUpIfFull().catch((error) => log.error({ err: error }, 'bitácora'))
    }
  }

  /** A replication slot that is not read must not fill the disk that the shop works on. */
  async function giveUpIfFull(): Promise<void> {
    if ((await roomIn(dataDir)) < lastRoom) await releaseRegistro(db)
  }

  const look = () => {
    running ??= takeSafely().finally(() => {
      running = undefined
    })
    return running
  }
  function idle() {
    let at = Number.NEGATIVE_INFINITY
    const it = {
      work: undefined as Promise<void> | undefined,
      falla: null as EstadoBitacora['falla'],
      begin(work: () => Promise<void>, againMs: number): void {
        if (it.work || (it.falla && performance.now() - at < againMs)) return
        at = performance.now()
        it.work = work()
          .then(() => {
            it.falla = null
          })
          .catch((err) => {
            if (ending.signal.aborted) return
            log.error({ err }, 'bitácora')
            it.falla = { texto: whyOf(err), desde: it.falla?.desde ?? Date.now() }
          })
          .finally(() => {
            it.work = undefined
          })
      },
    }
    return it
  }

  return {
    estado: () => shifted(estado, deps.now().getTime() - Date.now()), // the database's clock is the machine's
    start() {
      void look() // a server that crashes again and again would never reach its interval
      timer = setInterval(() => void look(), cadaMs)
    },
    look,
    async stop() {
      clearInterval(timer)
      await running
      if (viva) await look()
      ending.abort()
      await Promise.all([aside.partida.work, aside.archivos.work, aside.copia.work])
    },
  }
}

function shifted(estado: EstadoBitacora, ms: number): EstadoBitacora {
  const at = (instant: number | null) => instant && instant + ms
  const { comienzo, desde, hasta, partida } = estado
  return { ...estado, comienzo: at(comienzo), desde: at(desde), hasta: at(hasta), partida: at(partida) }
}

/** Whether there is no copy yet, or it was a week old when the hour last struck. */
const isOld = (partida: number | null, now: number, hora: number): boolean =>
  partida === null || lastTurn(new Date(now), hora).getTime() - partida >= PARTIDA_MS

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
