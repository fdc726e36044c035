// The upload progress of each file. Only for this page load: the carrito holds what survives it.
import { isPdfName } from '@imprimitodo/shared/rules/compra/archivo'
import { RefusedUpload } from '../../api/upload/upload-result.ts'
import { createStore } from '../../ui/state/store.ts'
import { useCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { refusedFor, useLecturasOf } from '../lectura/lectura.ts'

/** Percent by the id of a file under way; a file that arrived has a `subida` instead. */
const avances = createStore<ReadonlyMap<string, number>>(new Map())

/** Files whose upload stopped, by id, with the reason. */
export type ViajesParados = ReadonlyMap<string, { file: File; error: unknown }>
export const paradas = createStore<ViajesParados>(new Map())

/** No signal: the uploads continue when it is back. */
export const esperando = createStore(false)

export const hasAvance = (id: string): boolean => avances.get().has(id)

/** Null: it is no longer under way. */
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

/** For all files that can be uploaded, in bytes. */
export type Progreso = {
  sent: number
  total: number
  /** Whether the uploads wait for a signal. */
  waiting: boolean
  /** Stopped files, with the bytes left; `detail` is the server's reason, if it gave one. */
  parados: { name: string; left: number; detail: string | null }[]
}

/** Live. Files that cannot be printed as they are do not count. */
export function useProgreso(): Progreso {
  const { archivos } = useCarrito()
  const percents = avances.use()
  const stopped = paradas.use()
  const refused = useLecturasOf((all) => archivos.flatMap(({ id }) => (refusedFor(all.get(id)) ? [id] : [])))
  const sentOf = ({ id, size, subida }: ArchivoCarrito) =>
    subida ? size : (size * (percents.get(id) ?? 0)) / 100
  const travelling = archivos.filter(
    ({ id, realFile, subida, name }) => (realFile || subida) && isPdfName(name) && !refused.includes(id),
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
