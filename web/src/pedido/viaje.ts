// The bytes travel while options are chosen: in resumable parts, one file after another, from the moment they were picked.
import { isPdfName } from '@imprimitodo/shared/rules/archivo'
import { RefusedUpload } from '../api/upload-result.ts'
import { isReadable } from '../ui/is-readable.ts'
import { optional } from '../ui/later.ts'
import { editArchivo } from './archivos.ts'
import { esperando, hasAvance, paradas, setAvance, setParada } from './avance.ts'
import { followCarrito, getCarrito, updateCarrito } from './carrito.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { readContents } from './contenidos.ts'
import { followLecturas, getLecturas } from './lectura/lectura.ts'

const loadPartes = () => optional(() => import('../api/upload-in-parts.ts'))

type Current = { id: string; file: File; controller: AbortController }
let current: Current | null = null
let running: Promise<void> | null = null
/** Asked for: bytes go even where the browser is told to save them. */
let isAsked = false
/** What the server is being told to forget. The same file picked again would be taken up where that was. */
let dropping: Promise<unknown> = Promise.resolve()

/** Sends what is listed and not on the server, and stops sending what is not to be sent any more. May be called at any time. */
export function travel(): void {
  stopRemoved()
  if (running || !mayTravel() || !next()) return
  running = inTurn().finally(() => {
    running = null
    // What was picked while the last one arrived
    if (next()) travel()
  })
}

function stopRemoved(): void {
  if (current && !pendientes().some(({ id, realFile }) => id === current?.id && realFile === current.file))
    current.controller.abort()
}

/**
 * Waits until all that can be printed is on the server. Rejects when aborted, which leaves the bytes on their way, and with
 * what stopped them.
 */
export async function arrive(signal: AbortSignal): Promise<void> {
  paradas.set(new Map())
  isAsked = true
  try {
    while (pendientes().length > 0) {
      signal.throwIfAborted()
      travel()
      await Promise.race([running, aborted(signal)])
      for (const { id } of pendientes()) {
        const stop = paradas.get().get(id)
        if (stop) throw stop.error
      }
    }
  } finally {
    isAsked = false
    if (savesData()) current?.controller.abort()
  }
}

/** What stopped is tried again. */
export function tryAgain(): void {
  paradas.set(new Map())
  travel()
}

/** Has any of it left, or is it leaving? Then it goes on in parts. */
export const hasLeft = (): boolean =>
  current !== null || hasParts() || getCarrito().archivos.some(({ id, subida }) => subida || hasAvance(id))

/** A file that was removed: what the server has of it goes too, unless an order names it. */
export async function letGo({ id, realFile, subida, contado }: ArchivoCarrito): Promise<void> {
  const isOnItsWay = current?.id === id
  setAvance(id, null)
  setParada(id, null)
  if (!contado && (subida || isOnItsWay || hasParts())) {
    const dropped = loadPartes()
      .then(({ dropPartes }) => dropPartes(realFile, subida))
      .catch(() => undefined) // forgotten by the server itself in a day
    dropping = Promise.all([dropping, dropped])
  }
  travel()
  await dropping
}

/** Did bytes of some file leave and not all arrive, also before a reload? So the library keeps them in mind. */
function hasParts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('tus::'))
  } catch {
    return false // storage is forbidden: nothing can be taken up again
  }
}

/** Not what asks for a password: no server will take it. */
const pendientes = (): ArchivoCarrito[] =>
  getCarrito().archivos.filter(
    ({ id, name, size, realFile, subida }) =>
      realFile && !subida && size > 0 && isPdfName(name) && getLecturas().get(id)?.estado !== 'protegido',
  )

const next = (): ArchivoCarrito | undefined =>
  pendientes().find(({ id, realFile }) => paradas.get().get(id)?.file !== realFile)

const mayTravel = (): boolean => isAsked || !savesData()

type Turn = { isOver: boolean }

async function carryAll(turn: Turn): Promise<void> {
  for (let archivo = next(); archivo && !turn.isOver && mayTravel(); archivo = next()) await carry(archivo)
}

async function carry(archivo: ArchivoCarrito): Promise<void> {
  const { id, name, size, realFile: file } = archivo
  if (!file) return
  const controller = new AbortController()
  current = { id, file, controller }
  const { signal } = controller
  try {
    if (await replaceUnreadable(archivo)) return
    await Promise.race([dropping, aborted(signal)])
    const { uploadInParts } = await loadPartes()
    const subida = await uploadInParts({ name }, file, {
      signal,
      onWaiting: esperando.set,
      onProgress: (bytes) => setAvance(id, (bytes / size) * 100),
    })
    updateCarrito((carrito) => editArchivo(carrito, id, { subida }))
    setAvance(id, null)
  } catch (error) {
    if (!signal.aborted && !(await replaceUnreadable(archivo))) setParada(id, { file, error })
  } finally {
    current = null
    esperando.set(false)
  }
}

/**
 * A picked file that is no longer what it was gives way to our copy of it, or is asked for again: the list says so. Did it?
 */
export async function replaceUnreadable({ id, realFile }: ArchivoCarrito): Promise<boolean> {
  if (!realFile || (await isReadable(realFile))) return false
  const kept = await readContents(id)
  const isStill = getCarrito().archivos.some((one) => one.id === id && one.realFile === realFile)
  if (isStill) updateCarrito((carrito) => editArchivo(carrito, id, { realFile: kept }))
  setAvance(id, null)
  return true
}

/** Another tab took the turn. This one takes it back only once it is looked at anew: both may be in sight. */
let isRobbed = false
/** Ends waiting for the turn. */
let waitingForTurn: AbortController | null = null

/**
 * One tab at a time, or two would send the same file; what this one sent the others read. The tab that is looked at goes
 * first: the browser may have put the other one to sleep.
 */
async function inTurn(): Promise<void> {
  // Absent, whatever the types say, where the context is not secure
  const locks: LockManager | null | undefined = navigator.locks
  const turn: Turn = { isOver: false }
  if (!locks) return carryAll(turn)
  let work: Promise<void> | undefined
  const begin = () => {
    waitingForTurn = null
    work = carryAll(turn)
    return work
  }
  const waiting = new AbortController()
  const takes = !isRobbed && document.visibilityState === 'visible'
  if (!takes) waitingForTurn = waiting
  try {
    await locks.request('viaje', takes ? { steal: true } : { signal: waiting.signal }, begin)
  } catch (error) {
    waitingForTurn = null
    if (waiting.signal.aborted) return
    // Forbidden by the browser's settings
    if (!(error instanceof DOMException && error.name === 'AbortError')) return carryAll(turn)
    isRobbed = true
    turn.isOver = true
    current?.controller.abort()
    await work
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The visitor told the browser to save data; only some browsers tell. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

if (!import.meta.env.SSR) {
  // Also where no step is on the screen: the customer left, or the order is done
  followCarrito(stopRemoved)
  // A password may be found out while a file is on its way
  followLecturas(stopRemoved)
  window.addEventListener('online', () => {
    for (const [id, { error }] of paradas.get()) if (!(error instanceof RefusedUpload)) setParada(id, null)
    travel()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return
    isRobbed = false
    waitingForTurn?.abort() // to take it
  })
}
