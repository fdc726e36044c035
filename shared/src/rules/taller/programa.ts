// The agent's program as the shop hands it out: the files of a version, and limits of their names and sizes.
// An agent accepts nothing beyond this, and only if it is signed.

export const PLATAFORMAS = ['linux', 'windows'] as const
export type Plataforma = (typeof PLATAFORMAS)[number]

/** The only files of a version: no path, no link. */
export const ARCHIVOS_PROGRAMA = {
  linux: ['agente.cjs', 'node'],
  windows: ['agente.cjs', 'node.exe'],
} as const satisfies Record<Plataforma, readonly string[]>

/** Bytes unpacked, and as sent: gzip. Hashes are sha256, hex. */
export type ArchivoPrograma = {
  nombre: string
  bytes: number
  sha256: string
  gz: { bytes: number; sha256: string }
}
/** The shop's address and the branch that a package is made for: its `tienda.json`. */
export type Procedencia = { server: string; sucursal: string }
export type Manifiesto = { version: string; plataforma: Plataforma; archivos: ArchivoPrograma[] }

/** For one file, unpacked: twice Node's present size. */
const MAX_BYTES = 300 * 1024 ** 2
const VERSION = /^[0-9][\w.-]{0,60}$/
const SHA256 = /^[0-9a-f]{64}$/

/** A version is also a folder's name: no slash, no leading dot. */
export const isVersion = (text: unknown): text is string => typeof text === 'string' && VERSION.test(text)

/** Null where an entry is missing, unexpected, too large, named twice or of another platform. */
export function readManifiesto(text: string, plataforma: Plataforma): Manifiesto | null {
  const { version, plataforma: told, archivos } = recordOf(parsed(text))
  if (!isVersion(version) || told !== plataforma || !Array.isArray(archivos)) return null
  const wanted: readonly string[] = ARCHIVOS_PROGRAMA[plataforma]
  const read = archivos.map(archivoOf).filter((one) => one !== null)
  const names = new Set(read.map(({ nombre }) => nombre))
  const isWhole = read.length === archivos.length && names.size === read.length
  if (!isWhole || read.length !== wanted.length || !wanted.every((nombre) => names.has(nombre))) return null
  return { version, plataforma, archivos: read }
}

function archivoOf(value: unknown): ArchivoPrograma | null {
  const { nombre, gz, ...own } = recordOf(value)
  const plain = medidaOf(own)
  const packed = medidaOf(gz)
  if (typeof nombre !== 'string' || !plain || !packed) return null
  return { nombre, ...plain, gz: packed }
}

function medidaOf(value: unknown): { bytes: number; sha256: string } | null {
  const { bytes, sha256 } = recordOf(value)
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 1 || bytes > MAX_BYTES) return null
  return typeof sha256 === 'string' && SHA256.test(sha256) ? { bytes, sha256 } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const recordOf = (value: unknown): Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
