import type { Readable } from 'node:stream'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { JOBS_TABLE } from '../../../base/runtime/jobs-table.ts'
import { sha256Of } from '../../../base/secrets/hash.ts'
import { openStored } from './archivos.ts'
import { each } from './each.ts'
import { type ArchivoGuardado, type Cabeza, RespaldoInvalido } from './formato.ts'
import { type RespaldoGuardado, readRespaldo } from './read.ts'

/** `bytes`: of its rows and of the files that were read, unpacked. `aparte`: its files lie beside it. */
type Verificado = {
  archivos: number
  filas: number
  aparte: boolean
  bytes: { tablas: number; archivos: number }
}

/**
 * Reads a backup as a restore would, without a database: every byte by its seal, the rows of every table
 * against the announced number, its files against their hashes. `todo`: the files beside it too.
 * @throws RespaldoInvalido
 */
export async function verifyRespaldo(
  guardado: RespaldoGuardado,
  { todo = false }: { todo?: boolean } = {},
): Promise<Verificado> {
  const counted = new Map<string, number>()
  const hashes = new Map<string, string>()
  const bytes = { tablas: 0, archivos: 0 }
  const seen = (size: number) => {
    bytes.archivos += size
  }
  const { cabeza, fin } = await readRespaldo(guardado, {
    cabeza: async () => {},
    async tabla(name, rows) {
      const found = await countLines(rows)
      counted.set(name, (counted.get(name) ?? 0) + found.lines)
      bytes.tablas += found.bytes
    },
    secreto: () => {},
    archivo: async (id, parts) => void hashes.set(id, await sha256Of(parts, seen)),
  })
  for (const { nombre, filas } of cabeza.tablas)
    if (counted.get(nombre) !== filas)
      throw new RespaldoInvalido(
        `La tabla ${nombre} trae ${count(counted.get(nombre) ?? 0, 'fila')} y anuncia ${filas}.`,
      )
  if (fin.aparte && todo) await readStored(fin.archivos, guardado, seen)
  if (!fin.aparte) for (const archivo of fin.archivos) needSame(archivo, hashes.get(archivo.id))
  return { archivos: fin.archivos.length, filas: sum(cabeza, counted), aparte: fin.aparte, bytes }
}

const readStored = (
  archivos: ArchivoGuardado[],
  guardado: RespaldoGuardado,
  seen: (bytes: number) => void,
): Promise<void> =>
  each(archivos, async (archivo) =>
    needSame(archivo, await sha256Of(await openStored(guardado, archivo.id), seen)),
  )

export function needSame({ id, sha256 }: ArchivoGuardado, found: string | undefined): void {
  if (!found?.startsWith(sha256)) throw new RespaldoInvalido(`El archivo ${id} no es el que se respaldó.`)
}

const sum = ({ tablas }: Cabeza, counted: Map<string, number>): number =>
  tablas.reduce((total, { filas }) => total + filas, counted.get(JOBS_TABLE) ?? 0)

/** COPY writes one row per line: line ends within a value are escaped. */
async function countLines(rows: Readable): Promise<{ lines: number; bytes: number }> {
  const found = { lines: 0, bytes: 0 }
  for await (const part of rows as AsyncIterable<Buffer>) {
    found.bytes += part.length
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) found.lines++
  }
  return found
}
