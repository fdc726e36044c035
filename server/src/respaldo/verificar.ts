import type { Readable } from 'node:stream'
import { type Cabeza, RespaldoInvalido, TRABAJOS } from './formato.ts'
import { leerRespaldo } from './leer.ts'

/**
 * Reads a backup as restoring it would, without a database: every byte against the checksum of its compression, the
 * rows of every table against what its head announces, the files against its end. @throws RespaldoInvalido
 */
export async function verificarRespaldo(path: string): Promise<{ archivos: number; filas: number }> {
  const counted = new Map<string, number>()
  const { cabeza, archivos } = await leerRespaldo(path, {
    cabeza: async () => {},
    tabla: async (name, rows) => void counted.set(name, await countLines(rows)),
    secreto: () => {},
    archivo: async (_, bytes) => void (await countLines(bytes)),
  })
  for (const { nombre, filas } of cabeza.tablas)
    if (counted.get(nombre) !== filas)
      throw new RespaldoInvalido(
        `La tabla ${nombre} trae ${counted.get(nombre) ?? 0} filas y anuncia ${filas}.`,
      )
  return { archivos, filas: sum(cabeza, counted) }
}

const sum = ({ tablas }: Cabeza, counted: Map<string, number>): number =>
  tablas.reduce((total, { filas }) => total + filas, counted.get(TRABAJOS) ?? 0)

/** PostgreSQL's COPY writes a row to a line: ends of lines within a value are escaped. */
async function countLines(bytes: Readable): Promise<number> {
  let lines = 0
  for await (const part of bytes as AsyncIterable<Buffer>)
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines++
  return lines
}
