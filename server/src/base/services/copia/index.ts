import { statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openBucket, UNHURRIED } from '../files/bucket.ts'
import { whyNever } from '../files/index.ts'
import { StoreDown } from '../files/port.ts'
import { type DireccionLugar, nombreOf } from './address.ts'
import { openLugarEnCarpeta } from './carpeta.ts'
import { type LugarDeCopia, LugarInvalido } from './port.ts'
import { openEnBucket } from './s3.ts'
import { openSftp } from './sftp.ts'

const LOOK_MS = 10_000

/** `seen`: called as bytes move, so that silence can be told from slowness. @throws LugarInvalido, StoreDown */
export async function openLugar(direccion: DireccionLugar, seen: () => void): Promise<LugarDeCopia> {
  if (direccion.tipo === 'carpeta') return openLugarEnCarpeta(direccion.path, seen)
  if (direccion.tipo === 'sftp') return openSftp(direccion, { nombre: nombreOf(direccion), seen })
  const { storage, folder } = direccion
  const bucket = await openBucket(storage, UNHURRIED)
  await bucket.look(LOOK_MS).catch((error) => {
    const why = whyNever(error, { host: new URL(storage.endpoint).host, bucket: storage.bucket })
    throw why ? new LugarInvalido(why, { cause: error }) : error
  })
  return openEnBucket(bucket, { nombre: nombreOf(direccion), folder, seen })
}

/**
 * An unmounted disk leaves an empty folder on the very disk whose loss the copy is for.
 * @throws LugarInvalido
 */
export function needOtherDisk(direccion: DireccionLugar, carpeta: string): void {
  if (direccion.tipo !== 'carpeta') return
  const there = statSync(direccion.path, { throwIfNoEntry: false })
  if (there && there.dev === statSync(carpeta).dev)
    throw new LugarInvalido(
      `${direccion.path} está en el mismo disco que los respaldos. Fijate que el otro esté conectado y montado.`,
    )
}

/** No backup has such a name. */
const TRIAL = 'prueba-de-escritura'

/**
 * Writes a small file there, reads it and deletes it: a key that only lists would take no backup.
 * @throws LugarInvalido, StoreDown, or the error of the disk
 */
export async function tryToWrite(lugar: LugarDeCopia): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'imprimitodo-prueba-'))
  try {
    const path = join(scratch, TRIAL)
    await writeFile(path, TRIAL)
    await lugar.put(TRIAL, path)
    const kept = await buffer(await lugar.open(TRIAL))
    await lugar.delete(TRIAL)
    if (kept.toString() !== TRIAL) throw new StoreDown('It keeps other bytes.')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
