// Where an installed agent stands, and which of its versions runs. The launcher reads and writes it, and so
// does the agent right before it ends: never both at once.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { isVersion, type Plataforma } from '@imprimitodo/shared/rules/taller/programa'

/** The platform of this computer; null: no package is made for it. */
export const plataformaOf = (platform: string, arch: string): Plataforma | null =>
  arch === 'x64' ? (({ linux: 'linux', win32: 'windows' } as const)[platform] ?? null) : null

export const nodeNameOf = (plataforma: Plataforma): 'node' | 'node.exe' =>
  plataforma === 'windows' ? 'node.exe' : 'node'

/** Its folders and files. */
export const placesIn = (base: string) => ({
  /** The launcher and the Node that runs it: never updated in place. */
  lanzador: join(base, 'lanzador'),
  versiones: join(base, 'versiones'),
  /** The folder of `runAgente`: journal, documents, the shop and its token. */
  datos: join(base, 'datos'),
  /** Which version runs. */
  puntero: join(base, 'programa.json'),
  /** Which shop the package was made for. */
  tienda: join(base, 'tienda.json'),
})

/** Which version runs, and what became of others. */
export type Puntero = {
  actual: string
  /** The one to go back to; null: none. */
  anterior: string | null
  /** How often `actual` was started without reporting that it works; null: it works. */
  a_prueba: number | null
  /** Versions that did not work; not tried again. Newest last. */
  malas: string[]
}

const KEPT_BAD = 20

/** Null: there is no file, or it is no pointer. */
export function readPuntero(base: string): Puntero | null {
  try {
    const told: unknown = JSON.parse(readFileSync(placesIn(base).puntero, 'utf8'))
    const { actual, anterior, a_prueba, malas } = Object(told) as Partial<Record<keyof Puntero, unknown>>
    if (!isVersion(actual)) return null
    return {
      actual,
      anterior: isVersion(anterior) ? anterior : null,
      a_prueba: typeof a_prueba === 'number' ? a_prueba : null,
      malas: Array.isArray(malas) ? malas.filter(isVersion) : [],
    }
  } catch {
    return null
  }
}

/** Written whole or not at all, also when the power fails. */
export function writePuntero(base: string, puntero: Puntero): void {
  const { puntero: path } = placesIn(base)
  const fresh = `${path}.nuevo`
  // An installer writes it too: never through a link that the agent's account left there
  rmSync(fresh, { force: true })
  const file = openSync(fresh, 'wx', 0o600)
  try {
    writeSync(file, JSON.stringify(puntero))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
}

/** From now on `version` runs, on trial. */
export const onTrial = ({ actual, anterior, a_prueba, malas }: Puntero, version: string): Puntero => ({
  actual: version,
  // A version that is itself still on trial is nothing to go back to
  anterior: a_prueba === null ? actual : anterior,
  a_prueba: 0,
  malas,
})

/** The pointer after going back to the version before; null if there is none. */
export const backFrom = ({ actual, anterior, malas }: Puntero): Puntero | null =>
  anterior
    ? { actual: anterior, anterior: null, a_prueba: null, malas: [...malas, actual].slice(-KEPT_BAD) }
    : null

/** The program files of a version, whether they exist or not. */
export function programaIn(base: string, version: string, plataforma: Plataforma) {
  const folder = join(placesIn(base).versiones, version)
  return { folder, node: join(folder, nodeNameOf(plataforma)), agente: join(folder, 'agente.cjs') }
}

export function isInstalled(base: string, version: string, plataforma: Plataforma): boolean {
  const { node, agente } = programaIn(base, version, plataforma)
  return existsSync(node) && existsSync(agente)
}

/** The version to run when the pointer is gone: of the complete ones, the newest by name. */
export function anyInstalled(base: string, plataforma: Plataforma): string | null {
  const { versiones } = placesIn(base)
  if (!existsSync(versiones)) return null
  const whole = readdirSync(versiones).filter((one) => isVersion(one) && isInstalled(base, one, plataforma))
  return whole.sort().at(-1) ?? null
}

/** Deletes versions that neither run nor are kept to go back to, and what an interrupted update left. */
export function sweepVersiones(base: string, { actual, anterior }: Puntero, except?: string): void {
  const { versiones } = placesIn(base)
  mkdirSync(versiones, { recursive: true, mode: 0o755 })
  for (const name of readdirSync(versiones)) {
    if (name === actual || name === anterior || name === except) continue
    // On Windows a program that still runs cannot be deleted: the next sweep does it
    try {
      rmSync(join(versiones, name), { recursive: true, force: true })
    } catch {}
  }
}
