// How far the bytes of each file are. For this page alone: what outlives it is in the carrito.
import { isPdfName } from '@imprimitodo/shared/rules/archivo'
import { RefusedUpload } from '../api/upload-result.ts'
import { createStore } from '../ui/store.ts'
import { useCarrito } from './carrito.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { useLecturasOf } from './lectura/lectura.ts'

/** Percent by the id of a file that is on its way; one that arrived has a `subida` instead. */
const avances = createStore<ReadonlyMap<string, number>>(new Map())

/** Files whose bytes stopped, by id, and why. */
export type Paradas = ReadonlyMap<string, { file: File; error: unknown }>
export const paradas = createStore<Paradas>(new Map())

/** No signal: the bytes go on when it is back. */
export const esperando = createStore(false)

export const hasAvance = (id: string): boolean => avances.get().has(id)

/** Null: nothing of it is on its way any more. */
export function setAvance(id: string, percent: number | null): void {
  const value = percent === null ? undefined : Math.max(0, Math.min(100, Math.floor(percent)))
  if (avances.get().get(id) === value) return
  const next = new Map(avances.get())
  if (value === undefined) next.delete(id)
  else next.set(id, value)
  avances.set(next)
}

export function setParada(id: string, parada: { file: File; error: unknown } | null): void {
  const others = [...paradas.get()].filter(([one]) => one !== id)
  paradas.set(new Map(parada ? [...others, [id, parada]] : others))
}

/** Live, of one file: its percent, and whether it stopped there. */
export const useAvance = (id: string): { progress: number; parado: boolean } => ({
  progress: avances.useOf((all) => all.get(id) ?? 0),
  parado: paradas.useOf((all) => all.has(id)),
})

/** Of all files that can travel, in bytes. */
export type Progreso = {
  sent: number
  total: number
  /** For a signal. */
  waiting: boolean
  /** What stopped, with so many bytes left; `detail` is the server's reason where it gave one. */
  parados: { name: string; left: number; detail: string | null }[]
}

/** Live. What cannot be printed as it is does not count. */
export function useProgreso(): Progreso {
  const { archivos } = useCarrito()
  const percents = avances.use()
  const stopped = paradas.use()
  const protegidos = useLecturasOf((all) =>
    archivos.flatMap(({ id }) => (all.get(id)?.estado === 'protegido' ? [id] : [])),
  )
  const sentOf = ({ id, size, subida }: ArchivoCarrito) =>
    subida ? size : (size * (percents.get(id) ?? 0)) / 100
  const travelling = archivos.filter(
    ({ id, realFile, subida, name }) => (realFile || subida) && isPdfName(name) && !protegidos.includes(id),
  )
  return {
    sent: travelling.reduce((sum, archivo) => sum + sentOf(archivo), 0),
    total: travelling.reduce((sum, { size }) => sum + size, 0),
    waiting: esperando.use(),
    parados: travelling.flatMap((archivo) => {
      const { id, name, size, subida, realFile } = archivo
      const parada = stopped.get(id)
      if (subida || !parada || parada.file !== realFile) return []
      const detail = parada.error instanceof RefusedUpload ? parada.error.detail : null
      return { name, left: size - sentOf(archivo), detail }
    }),
  }
}
