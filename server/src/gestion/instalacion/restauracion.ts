// A backup on the screen of the first start: a person with the installation's code restores a whole shop.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LugarRespaldo, Restauracion } from '@imprimitodo/shared/api/restauracion'
import type { Db } from '../../base/db/open.ts'
import { Refusal, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hasOperadores } from '../../mostrador/acceso/service.ts'
import {
  CARPETA_SUBIDA,
  cuandoOf,
  PUESTA_AL_DIA,
  releaseRegistro,
  removeFolder,
  removeVueltas,
  SECRETOS_RESTAURADOS,
  takeSecrets,
} from '../respaldo/service.ts'
import { createSubidaDeRespaldo } from './subida.ts'

type Fase = Restauracion['fase']
type Pedido = { clave: string; lugar: LugarRespaldo; nombre: string }

const LIST_MS = 30_000
/** How many backups of each place are shown. */
const SHOWN = 30
const BUSY = 'Se está restaurando un respaldo: esperá a que termine.'

/**
 * At each start, before any secret is used: takes the secrets of a backup that was restored. A restore that
 * failed leaves none. An uploaded file is deleted once there is an owner, what a killed restore left at once.
 */
export async function finishRestauracion({
  db,
  dataDir,
  shared = false,
}: {
  db: Db
  dataDir: string
  /** With an outside database we keep no bitacora, and other processes may use DATA_DIR. */
  shared?: boolean
}): Promise<void> {
  const staged = join(dataDir, SECRETOS_RESTAURADOS)
  const sent = join(dataDir, CARPETA_SUBIDA)
  await removeFolder(join(dataDir, PUESTA_AL_DIA))
  if (!shared)
    await removeVueltas(dataDir).catch((error: Error) =>
      // Made by another user, perhaps: it takes room, and the shop opens all the same
      console.error(`No se pudo borrar lo que quedó de una vuelta atrás en ${dataDir}: ${error.message}`),
    )
  if (!existsSync(staged) && !existsSync(sent)) return
  const owned = await hasOperadores(db)
  if (owned && existsSync(staged)) {
    // The bitacora up to now is sealed with another key: no single key could open it together with the coming
    // part
    if (!shared) await releaseRegistro(db)
    takeSecrets(dataDir)
    rmSync(join(dataDir, 'secretos', 'instalacion'), { force: true })
  }
  rmSync(staged, { recursive: true, force: true })
  if (owned) rmSync(sent, { recursive: true, force: true })
}

/** @param sizes bytes by file name */
function newestOf(sizes: Map<string, number>) {
  const newest = [...sizes].toSorted(([one], [other]) => (one < other ? 1 : -1)).slice(0, SHOWN)
  return newest.map(([nombre, bytes]) => ({
    nombre,
    bytes,
    cuando: new Date(cuandoOf(nombre) ?? 0).toISOString(),
  }))
}

export type RestauracionService = ReturnType<typeof createRestauracion>

export function createRestauracion(
  deps: Pick<Deps, 'dataDir' | 'db' | 'diskReserveBytes' | 'files' | 'log' | 'restaurador'>,
) {
  const { restaurador, log } = deps
  const subida = createSubidaDeRespaldo(deps)
  const ending = new AbortController()
  let fase: Fase = 'nada'
  let avance = { hecho: 0, total: 0 }
  let problema: string | null = null

  const need = () => {
    if (restaurador) return restaurador
    throw refuse(409, 'Este servidor no restaura desde acá: se hace con npm run restore.')
  }
  function needFree(): void {
    if (fase !== 'nada') throw refuse(409, BUSY)
  }
  function view(): Restauracion {
    const known = subida.read()
    return {
      fase,
      ...avance,
      problema,
      subida: known && { nombre: known.nombre, bytes: known.bytes, recibidos: known.recibidos },
    }
  }

  async function list(lugar: Exclude<LugarRespaldo, 'subido'>): Promise<Map<string, number>> {
    const sizes = await need().list(lugar, AbortSignal.timeout(LIST_MS))
    return new Map([...sizes].filter(([name]) => cuandoOf(name) !== null && name.endsWith('.respaldo')))
  }

  /** @throws 400 {nombre: [..]} if it is missing, or not whole */
  async function sizeOf({ lugar, nombre }: Pedido): Promise<number> {
    if (lugar !== 'subido') {
      const bytes = (await list(lugar).catch((error) => toldField(error))).get(nombre)
      if (bytes === undefined) throw refuseField('nombre', 'Ese respaldo ya no está ahí: elegí otro.')
      return bytes
    }
    const known = subida.read()
    if (!known || known.nombre !== nombre || known.recibidos < known.bytes)
      throw refuseField('nombre', 'El archivo no llegó entero: elegilo de nuevo y sigue desde donde quedó.')
    return known.bytes
  }

  async function work(pedido: Pedido): Promise<void> {
    try {
      await need().restore(
        pedido,
        (seen) => {
          fase = seen.fase
          avance = { ...avance, hecho: Math.min(seen.hecho, avance.total) }
        },
        ending.signal,
      )
    } catch (error) {
      log.error({ err: error }, 'restauración')
      await removeFolder(join(deps.dataDir, PUESTA_AL_DIA)) // its process may have been killed
      if (await isThere(deps)) return again()
      problema = error instanceof Error ? error.message : String(error)
      fase = 'nada'
      return
    }
    again()
  }
  function again(): void {
    fase = 'reiniciando'
    need().restart()
  }

  return {
    subida,
    view,
    needFree,
    isBusy: () => fase !== 'nada',

    async places() {
      const { lugares = [] } = restaurador ?? {}
      return Promise.all(
        lugares.map(async ({ lugar, nombre }) => {
          try {
            const sizes = await list(lugar)
            return { lugar, nombre, respaldos: newestOf(sizes), problema: null }
          } catch (error) {
            const why = error instanceof Error ? error.message : String(error)
            return { lugar, nombre, respaldos: [], problema: why.slice(0, 500) }
          }
        }),
      )
    },

    /** Begins; `view` shows its progress. @throws 400 {campo: [..]}, 409 */
    async begin(pedido: Pedido): Promise<Restauracion> {
      need()
      needFree()
      fase = 'revisando' // before anything is awaited: of two at once one begins
      problema = null
      avance = { hecho: 0, total: 0 }
      try {
        avance.total = await sizeOf(pedido)
      } catch (error) {
        fase = 'nada'
        // For a page that lost this answer and follows by `view`
        problema = error instanceof Refusal ? Object.values(error.body).flat().join(' ') : String(error)
        throw error
      }
      void work(pedido)
      return view()
    },

    /** Deletes the upload: it is of no use once there is an owner. */
    forget: () => subida.drop(),

    /** Ends the restoring process, which leaves nothing half done. */
    stop: () => ending.abort(),
  }
}

/** Asked since the process may be killed, or lose the database, just after its commit. */
const isThere = async ({ db, dataDir }: Pick<Deps, 'db' | 'dataDir'>): Promise<boolean> =>
  existsSync(join(dataDir, SECRETOS_RESTAURADOS)) && (await hasOperadores(db).catch(() => false))

function toldField(error: unknown): never {
  throw refuseField('nombre', error instanceof Error ? error.message : String(error))
}
