// The backups of earlier nights in a second place.
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { NotKept } from '../../../base/services/files/port.ts'
import { type ArchivoGuardado, OtraClave, RespaldoInvalido } from '../archivo/formato.ts'
import { type RespaldoGuardado, readLista } from '../archivo/read.ts'
import { cuandoOf, type Keep, toDelete } from '../archivo/retencion.ts'
import { verifyRespaldo } from '../archivo/verify.ts'

export type FoundThere = {
  /** The files that each archive of ours needs that stays there. */
  quedan: Map<string, ArchivoGuardado[]>
  /** The same for archives that are too old. */
  sobran: Map<string, ArchivoGuardado[]>
  /** Archives that cannot be read any more. */
  malos: string[]
  /** Archives of another key: they are never touched. */
  ajenos: string[]
}

type Que = {
  aqui: LugarDeCopia
  alla: LugarDeCopia
  clave: Buffer
  guardar: Keep
  here: Map<string, number>
  there: Map<string, number>
}

/**
 * Archives that stay there and are gone here are read from end to end. @throws StoreDown, RespaldoInvalido
 */
export async function lookAt(que: Que, newest: string): Promise<FoundThere> {
  const found: FoundThere = { quedan: new Map(), sobran: new Map(), malos: [], ajenos: [] }
  for (const nombre of que.there.keys())
    if (cuandoOf(nombre) !== null) await judge(que, found, { nombre, newest })
  const sound = new Set([...found.quedan.keys()].filter((name) => que.here.has(name)))
  for (;;) {
    const old = new Set(toDelete([...new Set([...found.quedan.keys(), newest])], que.guardar))
    const next = [...found.quedan.keys()].find((name) => !old.has(name) && !sound.has(name))
    if (!next) {
      for (const name of old) move(found, name)
      return found
    }
    // A damaged one is replaced by the next older one
    if (await isWhole({ lugar: que.alla, nombre: next, clave: que.clave })) sound.add(next)
    else {
      found.quedan.delete(next)
      found.malos.push(next)
    }
  }
}

function move({ quedan, sobran }: FoundThere, name: string): void {
  sobran.set(name, quedan.get(name) ?? [])
  quedan.delete(name)
}

async function judge(
  { aqui, alla, clave, here, there }: Que,
  found: FoundThere,
  { nombre, newest }: { nombre: string; newest: string },
): Promise<void> {
  const guardado = { lugar: alla, nombre, clave }
  try {
    const own = here.has(nombre) ? await ownLista({ ...guardado, lugar: aqui }) : null
    if (own && here.get(nombre) !== there.get(nombre)) await needOurs(guardado)
    found.quedan.set(nombre, own ?? (await readLista(guardado)))
  } catch (error) {
    if (error instanceof OtraClave && nombre === newest)
      throw new RespaldoInvalido(`En ${alla.nombre} hay otra instalación: elegí una carpeta para cada una.`)
    if (error instanceof OtraClave) found.ajenos.push(nombre)
    else if (isBroken(error)) found.malos.push(nombre)
    else throw error
  }
}

/** Null: the archive is damaged here. */
const ownLista = (guardado: RespaldoGuardado): Promise<ArchivoGuardado[] | null> =>
  readLista(guardado).catch((error) => {
    if (isBroken(error)) return null
    throw error
  })

/** If the file's length differs there it is sent again, unless it is another installation's. @throws OtraClave */
async function needOurs(guardado: RespaldoGuardado): Promise<void> {
  await readLista(guardado).catch((error) => {
    if (!isBroken(error)) throw error
  })
}

const isWhole = (guardado: RespaldoGuardado): Promise<boolean> =>
  verifyRespaldo(guardado).then(
    () => true,
    (error) => {
      if (isBroken(error)) return false
      throw error
    },
  )

/** Whether the archive is damaged or missing. A place that does not answer says nothing of it. */
export const isBroken = (error: unknown): boolean =>
  (error instanceof RespaldoInvalido && !(error instanceof OtraClave)) || error instanceof NotKept
