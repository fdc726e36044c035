// A stretch of the write-ahead log in a sealed file of its own: compressed, with its position inside the
// seal, so that a file under another's name is noticed.
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { sync } from '../../../base/runtime/durable.ts'
import { partOf } from '../../../base/runtime/part-name.ts'
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { NotKept } from '../../../base/services/files/port.ts'
import { unsealed } from '../archivo/archivos.ts'
import { RespaldoInvalido } from '../archivo/formato.ts'
import { sealRespaldo } from '../archivo/sello.ts'
import { nombreDeEstado, nombreDeTramo, type Posicion, type TramoDeBitacora } from './nombres.ts'

export type DeTramo = {
  cadena: string
  /** PostgreSQL's timeline. */
  linea: number
  /** Bytes of a segment of that log. */
  segmento: number
  desde: Posicion
  hasta: Posicion
  /** Ms since 1970: all that was committed before is in the log up to `hasta`. */
  hora: number
}

const LINE_END = 10
const compress = promisify(gzip)

/** Leaves it in `carpeta`, complete and durable, or not at all. May be repeated. */
export async function keepTramo(
  carpeta: string,
  clave: Buffer,
  { desde, hasta, ...rest }: DeTramo,
  bytes: Buffer,
): Promise<string> {
  const cabeza = JSON.stringify({ formato: 1, ...rest, desde: String(desde), hasta: String(hasta) })
  const packed = await compress(Buffer.concat([Buffer.from(`${cabeza}\n`), bytes]), { level: 1 })
  const nombre = nombreDeTramo(rest.cadena, desde, hasta)
  await keepSellado(join(carpeta, nombre), clave, Readable.from([packed]))
  return nombre
}

/**
 * Writes `source` sealed, complete and durable to `path` before it resolves. An existing file is replaced.
 */
async function keepSellado(path: string, clave: Buffer, source: Readable): Promise<void> {
  const part = partOf(path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await pipeline(source, sealRespaldo(clave), createWriteStream(part, { mode: 0o600, flush: true }))
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
  await sync(dirname(path))
}

/** @throws RespaldoInvalido if it is missing, damaged, cut, or another one under this name */
export async function readTramo(
  lugar: Pick<LugarDeCopia, 'open'>,
  clave: Buffer,
  cadena: string,
  { nombre, desde, hasta }: TramoDeBitacora,
): Promise<DeTramo & { bytes: Buffer }> {
  const plain = await readSealed(lugar, clave, nombre)
  const end = plain.indexOf(LINE_END)
  const cabeza = JSON.parse(plain.subarray(0, end).toString()) as DeTramo & { desde: string; hasta: string }
  const bytes = plain.subarray(end + 1)
  const isSame = cabeza.cadena === cadena && BigInt(cabeza.desde) === desde && BigInt(cabeza.hasta) === hasta
  if (!isSame || BigInt(bytes.length) !== hasta - desde)
    throw new RespaldoInvalido('no es el que dice su nombre.')
  return { ...cabeza, desde, hasta, bytes }
}

async function readSealed(lugar: Pick<LugarDeCopia, 'open'>, clave: Buffer, nombre: string): Promise<Buffer> {
  const sealed = await lugar.open(nombre).catch((error) => {
    throw error instanceof NotKept ? new RespaldoInvalido('falta.') : error
  })
  return buffer(gunzipped(unsealed(sealed, clave)))
}

/** The state of a chain at the last look. Without it a missing end would not be noticed. */
export type EstadoCadena = {
  cadena: string
  /** Ms since 1970: all that was committed before is in the log up to `hasta`. */
  hora: number
  hasta: Posicion
  /** The files of DATA_DIR/secretos: they open sealed columns of the database. */
  secretos: Record<string, string>
}

export async function keepTramoEstado(
  carpeta: string,
  clave: Buffer,
  { hasta, ...rest }: EstadoCadena,
): Promise<void> {
  const packed = await compress(Buffer.from(JSON.stringify({ formato: 1, ...rest, hasta: String(hasta) })))
  await keepSellado(join(carpeta, nombreDeEstado(rest.cadena)), clave, Readable.from([packed]))
}

/** @throws RespaldoInvalido if it is missing, damaged, or another chain's */
export async function readEstado(
  lugar: Pick<LugarDeCopia, 'open'>,
  clave: Buffer,
  cadena: string,
): Promise<EstadoCadena> {
  const found = JSON.parse((await readSealed(lugar, clave, nombreDeEstado(cadena))).toString())
  if (found.cadena !== cadena) throw new RespaldoInvalido('no es el que dice su nombre.')
  return { ...found, hasta: BigInt(found.hasta) }
}

/** Unzips; an error of `source` becomes its error. */
export function gunzipped(source: Readable): Readable {
  const out = createGunzip()
  pipeline(source, out).catch((error) => out.destroy(error))
  return out
}
