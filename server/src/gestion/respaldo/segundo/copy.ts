// Copies the newest backup into a second place: files that are there already are not sent again, and a file
// counts only once it was read back and opened with the key.
import { join } from 'node:path'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { sha256Of } from '../../../base/secrets/hash.ts'
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { isNombreDeArchivo, nombreDeArchivo, openStored, unsealed } from '../archivo/archivos.ts'
import { each } from '../archivo/each.ts'
import { type ArchivoGuardado, RespaldoInvalido } from '../archivo/formato.ts'
import { newestOurs, readLista } from '../archivo/read.ts'
import { cuandoOf, type Keep, malosToDelete, newestRespaldo, toDelete } from '../archivo/retencion.ts'
import { needSame } from '../archivo/verify.ts'
import { mb } from '../archivo/why.ts'
import { followCopia, pruneCopia } from '../bitacora/follow.ts'
import { isDeBitacora } from '../bitacora/nombres.ts'
import type { CopiaHecha } from '../store.ts'
import { type FoundThere, isBroken, lookAt } from './second-place.ts'

export type Copiado = {
  /** BACKUP_DIR; `aqui` is the same folder. */
  carpeta: string
  aqui: LugarDeCopia
  alla: LugarDeCopia
  clave: Buffer
  guardar: Keep
  /** Whole days since 1970: each file there is read again every `TURNS` days. */
  dia: number
}

const TURNS = 30

type Sizes = Map<string, number>
type Envio = Copiado & {
  nombre: string
  here: Sizes
  there: Sizes
  sent: { archivos: number; bytes: number; otraVez: number }
}

/**
 * Null: there is none to copy. @throws RespaldoInvalido, LugarInvalido, StoreDown; existing files stay good
 */
export async function copyRespaldo(que: Copiado): Promise<CopiaHecha | null> {
  const { aqui, alla, clave } = que
  await alla.tidy()
  const there = await alla.list() // first: a file that comes meanwhile is listed here too
  const here = await aqui.list()
  if (!newestRespaldo(here.keys())) return null
  const nombre = await newestOurs({ lugar: aqui, clave }, here.keys())
  if (!nombre)
    throw new RespaldoInvalido(
      'Los respaldos que hay son de otra clave, de antes: se copia el de esta noche.',
    )
  const envio: Envio = { ...que, nombre, here, there, sent: { archivos: 0, bytes: 0, otraVez: 0 } }
  const lista = await readLista({ lugar: aqui, nombre, clave })
  const found = await lookAt(envio, nombre)

  const perdidos = await sendFiles(envio, lista, found)
  await sendArchive(envio, nombre)
  for (const viejo of found.quedan.keys())
    if (here.has(viejo) && !(await isSound(() => sendArchive(envio, viejo)))) found.malos.push(viejo)
  for (const [name, ids] of found.quedan)
    if (ids.some((it) => perdidos.has(nameOf(que, it)))) found.malos.push(name)

  await removeOld(envio, found, { nombre, lista })
  if (hasBitacora(here)) await followCopia(que, 0)
  await pruneCopia(que)
  const { archivos, bytes } = envio.sent
  return { respaldo: new Date(cuandoOf(nombre) ?? 0), archivos, bytes, aviso: avisoOf(envio, found) }
}

const hasBitacora = (here: Sizes): boolean => [...here.keys()].some(isDeBitacora)

/** Called only once the newest archive is there. A damaged one does not count, so that it replaces no good one. */
async function removeOld(
  { alla, here, there, guardar, ...que }: Envio,
  { quedan, sobran, malos, ajenos }: FoundThere,
  { nombre, lista }: { nombre: string; lista: ArchivoGuardado[] },
): Promise<void> {
  const bad = new Set(malos)
  const ours = new Map([...quedan, ...sobran, [nombre, lista]])
  const good = [...ours.keys()].filter((name) => !bad.has(name))
  const gone = new Set([...toDelete(good, guardar), ...malosToDelete([...bad])])
  for (const name of gone) await alla.delete(name)
  // Then the files that none needs, unless the list of a kept archive cannot be read
  if (ajenos.length > 0 || [...bad].some((name) => !gone.has(name) && !ours.has(name))) return
  const kept = [...ours].filter(([name]) => !gone.has(name)).flatMap(([, ids]) => ids)
  const needed = new Set(kept.map(({ id }) => nombreDeArchivo(que.clave, id)))
  // A file that is still here may be needed by a moment of the bitacora
  const keepsLog = hasBitacora(here)
  const isKept = (name: string) => keepsLog && here.has(name)
  for (const name of there.keys())
    if (isNombreDeArchivo(name) && !needed.has(name) && !isKept(name)) await alla.delete(name)
}

const nameOf = ({ clave }: Copiado, { id }: ArchivoGuardado): string => nombreDeArchivo(clave, id)

/**
 * Sends all files that the newest and the older archives there need. @returns lost files that only older ones
 * need
 */
async function sendFiles(envio: Envio, lista: ArchivoGuardado[], found: FoundThere): Promise<Set<string>> {
  const { here, there, aqui, alla } = envio
  const newest = new Set(lista.map((it) => nameOf(envio, it)))
  const older = [...found.quedan.values()].flat()
  const before = new Set([...older, ...[...found.sobran.values()].flat()].map((it) => nameOf(envio, it)))
  const all = new Map([...older, ...lista].map((it) => [nameOf(envio, it), it]))
  const isThere = (name: string) => there.has(name) && (here.get(name) ?? there.get(name)) === there.get(name)
  await needRoom(
    envio,
    [...all.keys()].filter((name) => !isThere(name)),
  )
  const lost = new Set<string>()
  await each([...all], async ([name, archivo]) => {
    if (isThere(name)) {
      // A file that no archive there names may be left from a copy that was cut before it was verified
      if (before.has(name) && here.has(name) && !isTurn(name, envio.dia)) return
      if (await isGood(envio, alla, archivo)) return
    }
    if (!here.has(name)) return void lost.add(name)
    await send(envio, name)
    if (there.has(name) || before.has(name)) envio.sent.otraVez++
    if (await isGood(envio, alla, archivo)) return
    await alla.delete(name)
    if (await isGood(envio, aqui, archivo)) throw changedOnItsWay(alla)
    await aqui.delete(name) // the next backup writes it anew
    lost.add(name)
  })
  if ([...lost].some((name) => newest.has(name)))
    throw new RespaldoInvalido(
      'En la carpeta de los respaldos se perdió o dañó un archivo: el de esta noche lo hace de nuevo.',
    )
  return lost
}

async function sendArchive(envio: Envio, name: string): Promise<void> {
  const { here, there, aqui, alla, dia } = envio
  const isThere = there.has(name) && here.get(name) === there.get(name)
  if (isThere) {
    if (!isTurn(name, dia)) return
    if (await opens(envio, alla, name)) return
  }
  await send(envio, name)
  if (there.has(name)) envio.sent.otraVez++
  if (await opens(envio, alla, name)) return
  await alla.delete(name)
  if (await opens(envio, aqui, name)) throw changedOnItsWay(alla)
  throw new RespaldoInvalido(`El respaldo ${name} se dañó en el disco: hacé otro.`)
}

async function send({ alla, carpeta, here, sent }: Envio, name: string): Promise<void> {
  await alla.put(name, join(carpeta, name))
  sent.archivos++
  sent.bytes += here.get(name) ?? 0
}

const changedOnItsWay = ({ nombre }: LugarDeCopia): RespaldoInvalido =>
  new RespaldoInvalido(
    `Lo que quedó en ${nombre} no es lo que se mandó. Fijate si ese disco o servicio falla.`,
  )

/** Whether it is the file's turn to be read back, once a month. */
function isTurn(name: string, dia: number): boolean {
  const made = cuandoOf(name)
  const number = made === null ? Number.parseInt(name.slice(-8), 16) : Math.floor(made / 86_400_000)
  return number % TURNS === dia % TURNS
}

/** Whether the stored file opens with the key and is the one that its customer sent. */
const isGood = ({ clave }: Copiado, lugar: LugarDeCopia, archivo: ArchivoGuardado): Promise<boolean> =>
  isSound(async () => {
    const stored = await openStored({ lugar, clave, nombre: '' }, archivo.id)
    needSame(archivo, await sha256Of(stored))
  })

const opens = ({ clave }: Copiado, lugar: LugarDeCopia, name: string): Promise<boolean> =>
  isSound(async () => void (await sha256Of(unsealed(await lugar.open(name), clave))))

async function isSound(read: () => Promise<void>): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (isBroken(error)) return false
    throw error
  }
}

/** Before a byte is sent: a disk that gets full in the middle is of no use. */
async function needRoom({ alla, here, nombre }: Envio, names: string[]): Promise<void> {
  const room = await alla.room()
  const needed = [...names, nombre].reduce((sum, name) => sum + (here.get(name) ?? 0), 0)
  if (room !== null && needed > room)
    throw new RespaldoInvalido(
      `No hay lugar en ${alla.nombre}: hacen falta ${mb(needed)} y quedan ${mb(room)}. Hacé lugar ahí, o guardá menos con BACKUP_KEEP.`,
    )
}

function avisoOf({ sent }: Envio, found: FoundThere): string | null {
  const [malos, ajenos] = [new Set(found.malos).size, found.ajenos.length]
  const parts = [
    sent.otraVez > 0 &&
      `Allá se ${sent.otraVez === 1 ? 'había' : 'habían'} perdido o dañado ${count(sent.otraVez, 'archivo')}: ya se ${sent.otraVez === 1 ? 'mandó' : 'mandaron'} de nuevo.`,
    malos > 0 &&
      `Allá hay ${count(malos, 'respaldo viejo', 'respaldos viejos')} que no sirve${malos === 1 ? '' : 'n'}.`,
    ajenos > 0 && 'Allá hay respaldos de otra clave: usá una carpeta para cada instalación.',
  ]
  return parts.filter(Boolean).join(' ') || null
}
