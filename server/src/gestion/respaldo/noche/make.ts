// A consistent backup while the server runs: one snapshot of the database, then the files that it names. A
// stored file never changes, so it may be read later.
import { createWriteStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { isLost } from '../../../base/db/lost.ts'
import { syncAndRename } from '../../../base/runtime/durable.ts'
import type { FileStore } from '../../../base/services/files/port.ts'
import { addFiles, carpetaDeArchivos, storeFiles } from '../archivo/archivos.ts'
import { newClient } from '../archivo/connect.ts'
import {
  CABEZA,
  type Falta,
  FIN,
  type Fin,
  INCOMPLETO,
  LISTA,
  PARTE,
  RespaldoInvalido,
  SECRETOS,
} from '../archivo/formato.ts'
import { enDisco } from '../archivo/read.ts'
import { sealRespaldo } from '../archivo/sello.ts'
import { addEntry, addTables, describeDatabase } from '../archivo/tablas.ts'
import { verifyRespaldo } from '../archivo/verify.ts'

type Hecho = {
  archivos: number
  faltan: Falta[]
  bytes: number
  path: string
  /** False: the database went away once the archive was whole, and does not count it. */
  anotado: boolean
}

type Que = {
  url: string
  files: FileStore
  dataDir: string
  /** 32 bytes. */
  clave: Buffer
  /** The files go into the archive, or each once, sealed, into the folder `archivos` beside it. */
  aparte: boolean
  cuando?: Date
}

/**
 * Leaves the complete archive at `path`, sealed, verified and durable, or nothing. If files are missing, its
 * name ends with `.incompleto` and it does not count as good.
 */
export async function makeRespaldo(path: string, { cuando = new Date(), ...que }: Que): Promise<Hecho> {
  // Else it would fail only at its end, when it gets its name
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new RespaldoInvalido(
      `${path} es una carpeta. Escribí también el nombre del archivo, como ${join(path, 'tienda.respaldo')}.`,
    )
  const clients = { snapshot: newClient(que.url), live: newClient(que.url) }
  const part = `${path}${PARTE}`
  try {
    const fin = await write(() => createWriteStream(part, { mode: 0o600 }), clients, que, dirname(path))
    await verifyRespaldo(enDisco(part, que.clave))
    const target = fin.faltan.length > 0 ? `${path}${INCOMPLETO}` : path
    await syncAndRename(part, target)
    const { size } = await stat(target)
    const archivos = fin.archivos.length
    const anotado = fin.faltan.length > 0 || (await note(clients.live, [cuando, archivos, size]))
    return { archivos, faltan: fin.faltan, bytes: size, path: target, anotado }
  } finally {
    rmSync(part, { force: true })
    await endBoth(clients)
  }
}

/** False where the connection is lost: a good archive must not count as failed. */
async function note(live: pg.Client, row: [cuando: Date, archivos: number, bytes: number]): Promise<boolean> {
  try {
    await live.query('insert into respaldos (cuando, archivos, bytes) values ($1, $2, $3)', row)
    return true
  } catch (error) {
    if (!isLost(error)) throw error
    return false
  }
}

/**
 * Streams the complete sealed archive into `out` as it is made: nothing of it is on this disk, and it is
 * verified only when it is restored. @returns the missing files
 */
export async function streamRespaldo(out: Writable, que: Omit<Que, 'aparte' | 'cuando'>): Promise<Falta[]> {
  const clients = { snapshot: newClient(que.url), live: newClient(que.url) }
  try {
    return (await write(() => out, clients, { ...que, aparte: false }, '')).faltan
  } finally {
    await endBoth(clients)
  }
}

type Clients = { snapshot: pg.Client; live: pg.Client }

const endBoth = ({ snapshot, live }: Clients) => Promise.all([snapshot.end(), live.end()])

/** `out` is opened once the snapshot is, so that its errors have a listener. */
async function write(out: () => Writable, clients: Clients, que: Que, folder: string): Promise<Fin> {
  const { snapshot, live } = clients
  await Promise.all([snapshot.connect(), live.connect()])
  await snapshot.query('begin isolation level repeatable read read only')
  const tar = pack()
  const written = pipeline(tar, createGzip({ level: 1 }), sealRespaldo(que.clave), out())
  written.catch(() => {}) // awaited below
  const fin = await fill(tar, clients, que, folder).catch(async (error) => {
    tar.destroy(error)
    await written // a full disk is the cause, the closed stream only its effect
    throw error
  })
  tar.finalize()
  await written
  await snapshot.query('commit')
  return fin
}

async function fill(
  tar: Pack,
  clients: Clients,
  { files, dataDir, clave, aparte }: Que,
  folder: string,
): Promise<Fin> {
  const cabeza = await describeDatabase(clients.snapshot)
  await addEntry(tar, CABEZA, JSON.stringify(cabeza))
  const stored = aparte ? await storeIn(folder, clave, files, clients) : null
  if (stored) await addEntry(tar, LISTA, JSON.stringify(stored.archivos))
  await addTables(tar, clients.snapshot, cabeza)
  const secretos = join(dataDir, 'secretos')
  if (existsSync(secretos))
    for (const name of readdirSync(secretos))
      await addEntry(tar, `${SECRETOS}${name}`, await readFile(join(secretos, name)))
  const fin = stored ?? (await addFiles(tar, files, clients))
  await addEntry(tar, FIN, JSON.stringify(fin))
  return fin
}

async function storeIn(folder: string, clave: Buffer, files: FileStore, clients: Clients): Promise<Fin> {
  const carpeta = carpetaDeArchivos(folder)
  await mkdir(carpeta, { recursive: true, mode: 0o700 })
  return storeFiles(carpeta, clave, files, clients)
}
