// A folder on another machine, over SFTP. The machine is identified by its pinned key.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { FileEntryWithStats, SFTPWrapper } from 'ssh2'
import { PARTE, partOf } from '../../runtime/part-name.ts'
import { NotKept, StoreDown } from '../files/port.ts'
import type { DireccionSftp } from './address.ts'
import { isHalf, type LugarDeCopia, LugarInvalido, OLD_PART_MS } from './port.ts'
import { toldStream } from './told.ts'

const READY_MS = 20_000
const ALIVE_MS = 10_000
/** The most that OpenSSH returns at once: each piece waits for the one before. */
const READ_BYTES = 256 * 1024

/** The library's message if the machine lacks the extension. */
const NO_EXTENSION = 'Server does not support this extended request'

/** SSH_FX_*, of the protocol. */
const NO_SUCH_FILE = 2
const PERMISSION_DENIED = 3

/** `seen`: called as bytes move. @throws LugarInvalido, StoreDown */
export async function openSftp(
  direccion: DireccionSftp,
  { nombre, seen = () => {} }: { nombre: string; seen?: () => void },
): Promise<LugarDeCopia> {
  const { sftp, client } = await connect(direccion)
  // A request that is pending when the connection breaks may get no answer at all
  const gone = new AbortController()
  client.once('close', () => gone.abort())
  const broken = () => new StoreDown('The connection ended.')
  const at = (name: string) => posix.join(direccion.folder, name)

  const ask = <T>(call: (done: (error: Error | null | undefined, found: T) => void) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const end = () => reject(broken())
      if (gone.signal.aborted) return end()
      gone.signal.addEventListener('abort', end, { once: true })
      call((error, found) => {
        gone.signal.removeEventListener('abort', end)
        if (error) reject(translated(error))
        else resolve(found)
      })
    })
  const run = (call: (done: (error?: Error | null) => void) => void) =>
    ask<void>((done) => call((e) => done(e)))
  const isThere = (path: string): Promise<boolean> =>
    ask((done) => sftp.stat(path, done)).then(() => true, unlessMissing)

  /** The files below the folder, with their names, except those in folders that are not ours. */
  async function files(): Promise<[string, number, number][]> {
    const found: [string, number, number][] = []
    const look = async (folder: string) => {
      const entries = await ask<FileEntryWithStats[]>((done) => sftp.readdir(at(folder), done))
      seen()
      for (const { filename, attrs } of entries) {
        const name = posix.join(folder, filename)
        if (attrs.isFile()) found.push([name, attrs.size, attrs.mtime * 1000])
        else if (attrs.isDirectory() && /^(?:archivos|bitacora)(?:\/\w+)?$/.test(name)) await look(name)
      }
    }
    await look('').catch((error) => {
      throw error instanceof NotKept
        ? new LugarInvalido(`No existe la carpeta ${direccion.folder} en ${direccion.host}: creala.`)
        : error
    })
    return found
  }

  const remove = (path: string) => run((done) => sftp.unlink(path, done)).catch(unlessMissing)

  /** In one step if it is OpenSSH; the protocol's own rename does not overwrite. */
  async function replace(part: string, path: string): Promise<void> {
    try {
      await run((done) => sftp.ext_openssh_rename(part, path, done))
    } catch (error) {
      if (!(error instanceof Error && error.message === NO_EXTENSION)) throw error
      await remove(path)
      await run((done) => sftp.rename(part, path, done))
    }
  }

  return {
    nombre,
    list: async () =>
      new Map(
        (await files()).filter(([name]) => !name.endsWith(PARTE)).map(([name, bytes]) => [name, bytes]),
      ),
    async open(name) {
      await ask((done) => sftp.stat(at(name), done))
      const stream: Readable = sftp.createReadStream(at(name), { highWaterMark: READ_BYTES })
      addAbortSignal(gone.signal, stream)
      return toldStream(stream, seen, translated)
    },
    async put(name, path) {
      const part = partOf(at(name))
      for (const folder of parentsOf(name))
        if (!(await isThere(at(folder)))) await run((done) => sftp.mkdir(at(folder), { mode: 0o700 }, done))
      await run((done) => sftp.fastPut(path, part, { mode: 0o600, step: seen }, done))
      await replace(part, at(name))
    },
    delete: async (name) => void (await remove(at(name))),
    room: () =>
      new Promise((resolve) => {
        const say = (error: Error | undefined, of: { f_bavail: number; f_frsize: number }) =>
          resolve(error ? null : Number(of.f_bavail) * Number(of.f_frsize))
        try {
          sftp.ext_openssh_statvfs(direccion.folder, say)
        } catch {
          resolve(null) // not OpenSSH
        }
      }),
    async tidy() {
      for (const [name, , ms] of await files())
        if (isHalf(name) && Date.now() - ms > OLD_PART_MS) await remove(at(name))
    },
    close: async () => void client.end(),
  }
}

async function connect(direccion: DireccionSftp) {
  const { host, port, user, password, keyPath, hostkey } = direccion
  const { Client } = (await import('ssh2')).default
  const client = new Client()
  let other: string | undefined
  const hostVerifier = (key: Buffer): boolean => {
    const found = `SHA256:${createHash('sha256')
      .update(key)
      .digest('base64')
      .replace(/={1,2}$/, '')}`
    if (found !== hostkey) other = found
    return found === hostkey
  }
  const connecting = new Promise<SFTPWrapper>((resolve, reject) => {
    client.once('ready', () => {
      client.setNoDelay(true) // many small questions, each waits for its answer
      client.sftp((error, made) => (error ? reject(error) : resolve(made)))
    })
    client.on('error', reject)
    client.on('close', () => reject(new Error('Closed.')))
    client.connect({
      host,
      port,
      username: user,
      hostVerifier,
      readyTimeout: READY_MS,
      keepaliveInterval: ALIVE_MS,
      keepaliveCountMax: 3,
      ...(password !== undefined && { password }),
      ...(keyPath !== undefined && { privateKey: privateKey(keyPath) }),
      // Only one kind of key is accepted: a key of another kind would make the same machine look like another one
      algorithms: { serverHostKey: ['ssh-ed25519'] },
    })
  })
  const sftp = await connecting.catch((error) => {
    client.end()
    if (other) throw new LugarInvalido(otherHuella(direccion, other))
    throw unlessRefused(error, { host, user })
  })
  return { sftp, client }
}

/** Tells what to do about a changed key, where the old one was configured. */
const otherHuella = ({ host, enPantalla }: DireccionSftp, other: string): string =>
  enPantalla
    ? `${host} mostró la huella ${other}, y no la que está escrita. Puede ser otra máquina: preguntá cuál es a quien la administra. Si es esa, pegala en «Huella de la computadora», en Negocio > Proveedores > Copia del respaldo.`
    : `${host} mostró la clave ${other}, y no la de ?hostkey=. Puede ser otra máquina: averiguá antes de cambiarla.`

function privateKey(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new LugarInvalido(`No se puede leer la clave privada ${path}.`)
  }
}

function unlessRefused(error: Error, { host, user }: { host: string; user: string }): Error {
  if (error instanceof LugarInvalido) return error
  if ('level' in error && error.level === 'client-authentication')
    return new LugarInvalido(`${host} no deja entrar a ${user} con esa clave. Corregila.`)
  if ('code' in error && error.code === 'ENOTFOUND')
    return new LugarInvalido(`no se encuentra la máquina ${host}. Corregí el nombre.`)
  return /host key|host fingerprint/i.test(error.message)
    ? new LugarInvalido(`${host} no tiene una clave ed25519, que es la que se comprueba.`)
    : new StoreDown(String(error), { cause: error })
}

function translated(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === NO_SUCH_FILE) return new NotKept(String(error), { cause: error })
  if (code === PERMISSION_DENIED)
    return new LugarInvalido('no deja leer o escribir en esa carpeta.', { cause: error })
  return error instanceof StoreDown ? error : new StoreDown(String(error), { cause: error })
}

function unlessMissing(error: unknown): false {
  if (error instanceof NotKept) return false
  throw error
}

/** The folders above a file: for 'archivos/ab/x' these are 'archivos' and 'archivos/ab'. */
function parentsOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}
