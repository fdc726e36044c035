// A backup from its first byte to its last: what restoring it and checking it have in common.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { extract } from 'tar-stream'
import {
  ARCHIVOS,
  CABEZA,
  type Cabeza,
  FIN,
  type Fin,
  RespaldoInvalido,
  SECRETOS,
  TABLAS,
} from './formato.ts'

/** What is done with each part, in the order they come; a part is read to its end before the next one. */
export type Lector = {
  cabeza(cabeza: Cabeza): Promise<void>
  tabla(name: string, rows: Readable): Promise<void>
  secreto(name: string, value: string): void
  archivo(id: string, bytes: Readable): Promise<void>
}

/** @throws RespaldoInvalido: something else, damaged, or cut */
export async function leerRespaldo(
  path: string,
  lector: Lector,
): Promise<{ cabeza: Cabeza; archivos: number }> {
  const tar = extract()
  // Its end is awaited by reading to the end; an error reaches the loop through the stream
  const reading = pipeline(createReadStream(path), createGunzip(), tar)
  reading.catch((error) => tar.destroy(error))
  let cabeza: Cabeza | undefined
  let fin: Fin | undefined
  let archivos = 0
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      const bytes = entry as unknown as Readable // streamx, as its types have it
      if (!cabeza) {
        if (name !== CABEZA) throw new RespaldoInvalido('Ese archivo no es un respaldo de ImprimiTodo.')
        cabeza = JSON.parse(await text(bytes)) as Cabeza
        await lector.cabeza(cabeza)
      } else if (name.startsWith(TABLAS)) await lector.tabla(name.slice(TABLAS.length), bytes)
      else if (name.startsWith(SECRETOS)) lector.secreto(name.slice(SECRETOS.length), await text(bytes))
      else if (name.startsWith(ARCHIVOS)) {
        await lector.archivo(name.slice(ARCHIVOS.length), bytes)
        archivos++
      } else if (name === FIN) fin = JSON.parse(await text(bytes)) as Fin
      else entry.resume()
    }
    await reading
  } catch (error) {
    if (error instanceof RespaldoInvalido || isOurs(error)) throw error
    throw new RespaldoInvalido(
      `El respaldo está dañado o cortado (${error instanceof Error ? error.message : error}).`,
    )
  }
  if (!cabeza || !fin || fin.archivos !== archivos) throw new RespaldoInvalido('El respaldo está cortado.')
  return { cabeza, archivos }
}

/** What the database or the disk refuses is not the backup's fault. */
const isOurs = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EACCES', 'ENOENT'].includes(String(error.code)))
