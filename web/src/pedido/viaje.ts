// The bytes travel while options are chosen: in resumable parts, one file after another, from the moment they were picked.
import { isPdfName } from '@imprimitodo/shared/rules/archivo'
import { optional } from '../ui/later.ts'
import { createStore } from '../ui/store.ts'
import { editArchivo } from './archivos.ts'
import { followCarrito, getCarrito, updateCarrito, useCarrito } from './carrito.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { getLecturas, useLecturasOf } from './lectura/lectura.ts'
import { RefusedUpload } from './subir-resultado.ts'

const loadPartes = () => optional(() => import('./subir-partes.ts'))

/** No signal: it goes on when it is back. */
const waiting = createStore(false)

type Current = { id: string; file: File; controller: AbortController }
let current: Current | null = null
let running: Promise<void> | null = null
/** Asked for: bytes go even where the browser is told to save them. */
let isAsked = false
/** Why the bytes of these stopped; they are tried again when somebody asks for it, or the signal is back. */
const stopped = new Map<string, { file: File; error: unknown }>()

/** Sends what is listed and not on the server, and stops sending what is listed no more. May be called at any time. */
export function viajar(): void {
  stopRemoved()
  if (running || (!isAsked && savesData()) || !next()) return
  running = alone(carryAll).finally(() => {
    running = null
    // What was picked while the last one arrived
    if (next()) viajar()
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
export async function llegar(signal: AbortSignal): Promise<void> {
  stopped.clear()
  isAsked = true
  try {
    while (pendientes().length > 0) {
      signal.throwIfAborted()
      viajar()
      await Promise.race([running, aborted(signal)])
      for (const { id } of pendientes()) {
        const stop = stopped.get(id)
        if (stop) throw stop.error
      }
    }
  } finally {
    isAsked = false
    if (savesData()) current?.controller.abort()
  }
}

/** Has any of it left, or is it leaving? Then it goes on in parts. */
export const hasLeft = (): boolean =>
  current !== null || getCarrito().archivos.some(({ subida, progress }) => subida || progress > 0)

/** A file that was removed: what the server has of it goes too, unless an order names it. */
export async function soltar({ id, realFile, subida, progress, contado }: ArchivoCarrito): Promise<void> {
  const isOnItsWay = current?.id === id
  viajar()
  if (contado || !(subida || progress > 0 || isOnItsWay)) return
  const { dropPartes } = await loadPartes()
  await dropPartes(realFile, subida).catch(() => undefined) // forgotten by the server itself in a day
}

/** Not what asks for a password: no server will take it. */
const pendientes = (): ArchivoCarrito[] =>
  getCarrito().archivos.filter(
    ({ id, name, size, realFile, subida }) =>
      realFile && !subida && size > 0 && isPdfName(name) && getLecturas().get(id)?.estado !== 'protegido',
  )

const next = (): ArchivoCarrito | undefined =>
  pendientes().find(({ id, realFile }) => stopped.get(id)?.file !== realFile)

async function carryAll(): Promise<void> {
  for (let archivo = next(); archivo; archivo = next()) await carry(archivo)
}

async function carry(archivo: ArchivoCarrito): Promise<void> {
  const { id, size, realFile: file } = archivo
  if (!file) return
  const controller = new AbortController()
  current = { id, file, controller }
  const { signal } = controller
  try {
    const { subirPorPartes } = await loadPartes()
    const subida = await subirPorPartes(archivo, file, {
      signal,
      onWaiting: waiting.set,
      onProgress: (bytes) => setProgress(id, (bytes / size) * 100),
    })
    updateCarrito((carrito) => editArchivo(carrito, id, { subida, progress: 100 }))
  } catch (error) {
    if (!signal.aborted) stopped.set(id, { file, error })
  } finally {
    current = null
    waiting.set(false)
  }
}

export function setProgress(id: string, percent: number): void {
  const progress = Math.max(0, Math.min(100, Math.floor(percent)))
  const before = getCarrito().archivos.find((one) => one.id === id)?.progress
  if (before !== progress) updateCarrito((carrito) => editArchivo(carrito, id, { progress }))
}

/** One tab at a time, or two would send the same file; what this one sent the others read. */
const alone = (work: () => Promise<void>): Promise<void> => {
  // Absent, whatever the types say, where the context is not secure
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request('viaje', work) : work()
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
  window.addEventListener('online', () => {
    for (const [id, { error }] of stopped) if (!(error instanceof RefusedUpload)) stopped.delete(id)
    viajar()
  })
}

/** How far all of it is, in bytes. `waiting`: for a signal. */
export type Progreso = { sent: number; total: number; waiting: boolean }

/** Live. What cannot be printed as it is does not count. */
export function useProgreso(): Progreso {
  const { archivos } = useCarrito()
  const protegidos = useLecturasOf((all) =>
    archivos.flatMap(({ id }) => (all.get(id)?.estado === 'protegido' ? [id] : [])),
  )
  const travelling = archivos.filter(
    ({ id, realFile, subida, name }) => (realFile || subida) && isPdfName(name) && !protegidos.includes(id),
  )
  return {
    sent: travelling.reduce(
      (sum, { size, progress, subida }) => sum + (subida ? size : (size * progress) / 100),
      0,
    ),
    total: travelling.reduce((sum, { size }) => sum + size, 0),
    waiting: waiting.use(),
  }
}
