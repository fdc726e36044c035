import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import type pg from 'pg'
import { postponeJobs } from '../../../base/runtime/jobs-table.ts'
import type { FileStore } from '../../../base/services/files/port.ts'
import { withClient } from '../archivo/connect.ts'
import { OtraClave, RespaldoInvalido } from '../archivo/formato.ts'
import { type RespaldoGuardado, readCabeza } from '../archivo/read.ts'
import { verifyRespaldo } from '../archivo/verify.ts'
import { versionOf } from '../archivo/version.ts'
import { mb } from '../archivo/why.ts'
import { bytesAlDia, withAlDia } from './anterior.ts'
import { PUESTA_AL_DIA } from './carpetas.ts'
import { restoreAlone } from './one-restore.ts'
import { calm, emptyTables, hasRows, inOnePiece, load } from './restore.ts'

/** The table of the people of the back office: a shop without any has no owner. */
const OWNERS = 'operadores'

/** How much rows take with their indexes and write-ahead log, times their bytes as text. */
const ROWS_TAKE = 4
/** Pending jobs wait until the server has restarted with the backup's providers. */
const JOBS_WAIT_S = 120

/**
 * Progress in bytes of the sealed archive; each phase reads it once. `actualizando`: only with an earlier
 * version.
 */
export type Avance = { fase: 'revisando' | 'actualizando' | 'restaurando'; hecho: number }

type Que = {
  url: string
  files: FileStore
  dataDir: string
  guardado: RespaldoGuardado
  /** The archive was uploaded alone: its files must be in it. */
  solo: boolean
  /** Bytes that stay free. */
  reserve: number
  /** Several machines share the database: then secrets are in it. */
  shared: boolean
  /** BACKUP_KEY is set; without it the key that opened the backup seals the next ones too. */
  conClave: boolean
  say(avance: Avance): void
}

/** @throws RespaldoInvalido; then nothing was changed */
export async function restoreWhileRunning(que: Que): Promise<void> {
  const { url, dataDir, guardado, say } = que
  await withClient(url, async (client) => {
    await restoreAlone(client)
    await needNoOwner(client)
    const version = await versionOf(client, await readCabeza(guardado).catch(asOnScreen))
    const verified = await verifyRespaldo(counted(guardado, 'revisando', say), { todo: !que.solo })
    if (verified.aparte && que.solo) throw new RespaldoInvalido(SIN_ARCHIVOS)
    await needRoom(que, verified.bytes, version)
    const restore = (base: pg.Client | null) => restoreWhole(client, que, base)
    await (version === 'esta'
      ? restore(null)
      : withAlDia(join(dataDir, PUESTA_AL_DIA), counted(guardado, 'actualizando', say), restore))
  })
}

/** `base`: the rows of an earlier version's backup, brought up to date. The next start takes the secrets. */
const restoreWhole = (client: pg.Client, que: Que, base: pg.Client | null): Promise<void> =>
  inOnePiece(client, que, (files, secretos) => replaceAll(client, { ...que, files }, { base, secretos }))

type Reemplazo = { base: pg.Client | null; secretos: Map<string, string> }

/** Within a transaction. */
async function replaceAll(client: pg.Client, que: Que, { base, secretos }: Reemplazo): Promise<void> {
  const { files, guardado, say } = que
  await emptyTables(client, needNoOwner)
  const { creado } = await load(client, {
    guardado: counted(guardado, 'restaurando', say),
    base,
    files,
    secreto: (name, value) => void secretos.set(name, value),
  })
  if (!(await hasRows(client, OWNERS)))
    throw new RespaldoInvalido('Ese respaldo es de una tienda que todavía no tenía dueño.')
  await calm(client, new Date(creado))
  await postponeJobs(client, JOBS_WAIT_S)
  if (!que.conClave) secretos.set('respaldo', guardado.clave.toString('hex'))
}

const SIN_ARCHIVOS =
  'Ese respaldo es de la carpeta de un servidor: los archivos de los clientes están aparte, al lado. Subí uno de los que se bajan desde Salud, o restaurá la carpeta entera en el servidor.'

/** Other words than on the command line: the key was typed. */
function asOnScreen(error: unknown): never {
  if (error instanceof OtraClave)
    throw new OtraClave(
      'Esa clave no abre este respaldo. Es la de la tienda que lo hizo: la que mostró su servidor, o la que mostraba Salud.',
      { cause: error },
    )
  throw error
}

/** @throws RespaldoInvalido if the shop has an owner, or a paid order */
async function needNoOwner(client: pg.Client): Promise<void> {
  if (await hasRows(client, OWNERS))
    throw new RespaldoInvalido('Esta instalación ya tiene dueño: un respaldo se restaura en una vacía.')
  if (await hasRows(client, 'pagos'))
    throw new RespaldoInvalido('En esta instalación ya se pagó algo: un respaldo se restaura en una vacía.')
}

/** @throws RespaldoInvalido */
async function needRoom(
  { files, dataDir, reserve }: Que,
  bytes: { tablas: number; archivos: number },
  version: 'esta' | 'anterior',
): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir)
  const onDisk = bavail * bsize - reserve
  const rows = ROWS_TAKE * bytes.tablas
  const isHere = files.parts === null
  const alDia = version === 'anterior' ? bytesAlDia(rows) : 0
  const needed = rows + alDia + (isHere ? bytes.archivos : 0)
  if (needed <= onDisk) return
  throw new RespaldoInvalido(
    `No hay lugar en el disco: hacen falta ${mb(needed)} y quedan ${mb(Math.max(0, onDisk))} sin tocar la reserva. Hacé lugar y probá de nuevo: lo que subiste sigue acá.`,
  )
}

function counted(
  guardado: RespaldoGuardado,
  fase: Avance['fase'],
  say: (avance: Avance) => void,
): RespaldoGuardado {
  const { lugar, nombre } = guardado
  let hecho = 0
  return {
    ...guardado,
    lugar: {
      async open(name): Promise<Readable> {
        const source = await lugar.open(name)
        if (name !== nombre) return source
        const seen = new PassThrough({
          transform(chunk: Buffer, _encoding, done) {
            hecho += chunk.length
            say({ fase, hecho })
            done(null, chunk)
          },
        })
        source.once('error', (error) => seen.destroy(error))
        seen.once('close', () => source.destroy())
        return source.pipe(seen)
      },
    },
  }
}
