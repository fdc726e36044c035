// The agent's program as this shop hands it out: one version, made from the installation's files when it is
// asked for.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  ARCHIVOS_PROGRAMA,
  type Manifiesto,
  type Plataforma,
} from '@imprimitodo/shared/rules/taller/programa'
import { Refusal } from '../../../base/http/errors.ts'
import type { Deps, FuentePrograma } from '../../../base/runtime/deps.ts'
import { ownFuente } from './fuente.ts'
import { carpetaPrograma, type Pieza, packPieza } from './piezas.ts'

/** Packages and pieces that were not used for so long are deleted; they can be made again. */
const KEPT_MS = 7 * 24 * 3600_000

export type Programa = { manifiesto: Manifiesto; piezas: Pieza[] }

export type Programas = {
  fuente: FuentePrograma
  /** The version that agents are told; null: this installation was not built. */
  version(): Promise<string | null>
  /** Ready, or null while it is made. @throws 503 `sin_programa`, 507 */
  ready(plataforma: Plataforma): Promise<Programa | null>
  /** Waits until it is made. @throws the same */
  make(plataforma: Plataforma): Promise<Programa>
}

const NOT_BUILT = 'El programa del agente no está compilado en este servidor: corré «npm start» una vez.'
const NAMES: Record<Plataforma, string> = { linux: 'Linux', windows: 'Windows' }

export function createProgramas(
  deps: Pick<Deps, 'dataDir' | 'diskReserveBytes' | 'fuentePrograma' | 'log'>,
): Programas {
  const fuente = deps.fuentePrograma ?? ownFuente
  const making = new Map<Plataforma, Promise<Programa>>()
  const made = new Map<Plataforma, Programa>()

  async function build(plataforma: Plataforma): Promise<Programa> {
    const version = await versionOf(fuente)
    if (!version) throw sinPrograma(NOT_BUILT)
    const node = await fuente.node(plataforma, carpetaPrograma(deps)).catch((err) => {
      deps.log.error({ err, plataforma }, 'node of the agent')
      throw sinPrograma(
        `El servidor no pudo bajar Node para ${NAMES[plataforma]}: necesita npm e internet, una sola vez. Fijate y probá de nuevo.`,
      )
    })
    const [agente, nodeName] = ARCHIVOS_PROGRAMA[plataforma]
    const piezas = [
      await packPieza(deps, join(fuente.dist, agente), agente),
      await packPieza(deps, node, nodeName),
    ]
    // Listed from the packed files, in case another build came in between
    const archivos = piezas.map(({ path: _, ...archivo }) => archivo)
    return { manifiesto: { version, plataforma, archivos }, piezas }
  }

  async function make(plataforma: Plataforma): Promise<Programa> {
    const known = made.get(plataforma)
    // Another build may have come since, and housekeeping may have emptied the folder
    const isNewest = known?.manifiesto.version === (await versionOf(fuente))
    if (known && isNewest && known.piezas.every(({ path }) => existsSync(path))) return known
    const begun =
      making.get(plataforma) ??
      build(plataforma)
        .then((programa) => {
          made.set(plataforma, programa)
          return programa
        })
        .finally(() => making.delete(plataforma))
    making.set(plataforma, begun)
    return begun
  }

  return {
    fuente,
    version: () => versionOf(fuente),
    make,
    async ready(plataforma) {
      const begun = make(plataforma)
      begun.catch(() => {}) // the next caller gets the error
      const wait = new Promise<null>((done) => setTimeout(() => done(null), 1_000).unref())
      return Promise.race([begun, wait])
    },
  }
}

/** The version of the agent's code and its Node; other files do not change the program. */
async function versionOf({ dist, versiones }: FuentePrograma): Promise<string | null> {
  const code = await readFile(join(dist, 'agente.cjs')).catch(() => null)
  if (!code) return null
  const { propia, node } = versiones()
  const hash = createHash('sha256').update(code).update(`\0${node}`).digest('hex')
  return `${propia}-${hash.slice(0, 12)}`
}

const sinPrograma = (detail: string) =>
  new Refusal(503, { detail }, { codigo: 'sin_programa', retryAfter: 60 })

/** Deletes what can be made again and was not used in a week. Hourly. */
export async function forgetProgramas(deps: Pick<Deps, 'dataDir' | 'now'>): Promise<void> {
  const folder = carpetaPrograma(deps)
  const before = deps.now().getTime() - KEPT_MS
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.atimeMs < before) await rm(path, { recursive: true, force: true })
  }
}
