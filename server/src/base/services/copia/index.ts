import { statSync } from 'node:fs'
import { openBucket, UNHURRIED } from '../files/bucket.ts'
import { whyNever } from '../files/index.ts'
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
