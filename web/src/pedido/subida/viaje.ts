// Uploads files while options are chosen: in resumable parts, one file after another, from the pick on.

import { isPdfName } from '@imprimitodo/shared/rules/compra/archivo'
import { loadPartes } from '../../api/upload/load-partes.ts'
import { RefusedUpload } from '../../api/upload/upload-result.ts'
import { isReadable } from '../../ui/state/is-readable.ts'
import { editArchivo } from '../carrito/archivos.ts'
import { followCarrito, getCarrito, updateCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { readContents } from '../carrito/contenidos.ts'
import { followLecturas, getLecturas, refusedFor } from '../lectura/lectura.ts'
import { esperando, hasAvance, paradas, setAvance, setParada } from './avance.ts'

type Current = { id: string; file: File; controller: AbortController }
let current: Current | null = null
let running: Promise<void> | null = null
/** The customer waits for the upload: then it runs even where the browser is set to save data. */
let isAsked = false
/**
 * Deletions under way on the server. Until they end, the same file picked again would resume the old upload.
 */
let dropping: Promise<unknown> = Promise.resolve()

/**
 * Uploads the listed files that the server does not have, and aborts uploads that are no longer wanted. May
 * be called at any time.
 */
export function travel(): void {
  stopRemoved()
  if (running || !mayTravel() || !next()) return
  running = inTurn().finally(() => {
    running = null
    // Files may have been picked while the last one ended
    if (next()) travel()
  })
}

function stopRemoved(): void {
  if (current && !pendientes().some(({ id, realFile }) => id === current?.id && realFile === current.file))
    current.controller.abort()
}

/**
 * Waits until all printable files are on the server. Rejects when aborted, which does not stop the uploads,
 * and with the reason if one stopped.
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

/** Tries stopped uploads again. */
export function tryAgain(): void {
  paradas.set(new Map())
  travel()
}

/** Whether some of its bytes are sent or being sent: then it continues in parts. */
export const hasLeft = (): boolean =>
  current !== null || hasParts() || getCarrito().archivos.some(({ id, subida }) => subida || hasAvance(id))

/** A file was removed: its bytes on the server are deleted too, unless an order refers to them. */
export async function letGo({ id, realFile, subida, contado }: ArchivoCarrito): Promise<void> {
  const isOnItsWay = current?.id === id
  setAvance(id, null)
  setParada(id, null)
  if (!contado && (subida || isOnItsWay || hasParts())) {
    const dropped = loadPartes()
      .then(({ dropPartes }) => dropPartes(realFile, subida))
      .catch(() => undefined) // the server deletes it by itself after a day
    dropping = Promise.all([dropping, dropped])
  }
  travel()
  await dropping
}

/** Whether an upload is unfinished, also from before a reload, as the library remembers it. */
function hasParts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('tus::'))
  } catch {
    return false // storage is forbidden: nothing can be resumed
  }
}

/** Without files that the server will certainly refuse. */
const pendientes = (): ArchivoCarrito[] =>
  getCarrito().archivos.filter(
    ({ id, name, size, realFile, subida }) =>
      realFile && !subida && size > 0 && isPdfName(name) && !refusedFor(getLecturas().get(id)),
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
    const { uploadInParts } = await loadPartes().catch((error: unknown) => {
      if (navigator.onLine) throw error
      esperando.set(true)
      return Promise.race([isOnline(), aborted(signal)])
        .finally(() => esperando.set(false))
        .then(loadPartes)
    })
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
 * Replaces a picked file that has changed with our copy of it, or asks for it again: the list says so.
 * Returns whether it did.
 */
export async function replaceUnreadable({ id, realFile }: ArchivoCarrito): Promise<boolean> {
  if (!realFile || (await isReadable(realFile))) return false
  const kept = await readContents(id)
  const isStill = getCarrito().archivos.some((one) => one.id === id && one.realFile === realFile)
  if (isStill) updateCarrito((carrito) => editArchivo(carrito, id, { realFile: kept }))
  setAvance(id, null)
  return true
}

/**
 * Another tab took over the turn. This one takes it back only when it becomes visible again: both may be
 * visible.
 */
let isRobbed = false
/** Ends waiting for the turn. */
let waitingForTurn: AbortController | null = null

/**
 * Uploads in one tab at a time, or two would send the same file; the other tabs read the results. The visible
 * tab goes first: the browser may have suspended the other one.
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

/** Rejects once it is aborted. */
export const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Resolves when the connection is back. */
const isOnline = (): Promise<unknown> =>
  new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true })
  })

/** The visitor's browser is set to save data; only some browsers report that. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

if (!import.meta.env.SSR) {
  // Also while no step is on the screen: after a logout, or once the order is done
  followCarrito(stopRemoved)
  // That it is no PDF, or has a password, may be found out during an upload
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
