// This browser's readings of the half-made order's files, before they are uploaded.
import type { RefusalReason } from '@imprimitodo/shared/rules/compra/archivo'
import { createStore } from '../../ui/state/store.ts'

/**
 * `leyendo`: not counted yet. `protegido`: it asks for a password. `vacio`: it has no byte. `no-es-pdf`: by its
 * bytes, whatever its name. `ilegible`: only the server can tell.
 */
export type EstadoLectura = 'leyendo' | 'lista' | 'protegido' | 'vacio' | 'no-es-pdf' | 'ilegible'

/**
 * A page as viewers show it: its crop box, rotated. `color`: does it print in colour; null until it is
 * examined.
 */
export type PaginaLeida = { ancho_mm: number; alto_mm: number; color: boolean | null }

/**
 * `paginas` in order, empty unless `lista`; those known for colour come first. `miniatura`: the first page, 240 px wide, as an
 * address of this page's (`blob:`); null while it is drawn and where it cannot be.
 */
export type Lectura = { estado: EstadoLectura; paginas: readonly PaginaLeida[]; miniatura: string | null }

const REFUSED: Partial<Record<EstadoLectura, RefusalReason>> = {
  protegido: 'cifrado',
  vacio: 'vacio',
  'no-es-pdf': 'no-es-pdf',
}

/** Why the server will certainly refuse the file; null where this browser knows no reason. */
export const refusedFor = (lectura: Lectura | undefined): RefusalReason | null =>
  (lectura && REFUSED[lectura.estado]) ?? null

export const LEYENDO: Lectura = { estado: 'leyendo', paginas: [], miniatura: null }

/** By the id of the file. A file whose bytes are not here, or that is no PDF by its name, has none. */
export type Lecturas = ReadonlyMap<string, Lectura>

const lecturas = createStore<Lecturas>(new Map())

export const getLecturas = (): Lecturas => lecturas.get()

/** Follows the readings outside React; returns the function that ends it. */
export const followLecturas = lecturas.subscribe

export const useLecturas = (): Lecturas => lecturas.use()

/** A value derived from all of them: the component is drawn again when it changes. It must be plain data. */
export function useLecturasOf<T>(of: (all: Lecturas) => T): T {
  return JSON.parse(lecturas.useOf((all) => JSON.stringify(of(all))))
}

/** The reading of one file, live: the component is drawn again only when this one changes. */
export const useLectura = (id: string): Lectura | undefined => lecturas.useOf((all) => all.get(id))

/** How many pages were examined for colour: pages 1 to this one. */
export function colorHasta({ paginas }: Lectura): number {
  const first = paginas.findIndex(({ color }) => color === null)
  return first < 0 ? paginas.length : first
}

/** The pages with colour among those known, from 1. */
export const paginasColor = ({ paginas }: Lectura): Set<number> =>
  new Set(paginas.flatMap(({ color }, index) => (color ? [index + 1] : [])))

export const setLectura = (id: string, change: Partial<Lectura>): void => setLecturas(new Map([[id, change]]))

/** Changes several files at once: subscribers are called once. */
export function setLecturas(changes: ReadonlyMap<string, Partial<Lectura>>): void {
  if (changes.size === 0) return
  const next = new Map(lecturas.get())
  for (const [id, change] of changes) next.set(id, { ...(next.get(id) ?? LEYENDO), ...change })
  lecturas.set(next)
}

/** Forgets the readings of other files. */
export function keepLecturas(ids: ReadonlySet<string>): void {
  const gone = [...lecturas.get()].filter(([id]) => !ids.has(id))
  if (gone.length === 0) return
  for (const [, { miniatura }] of gone) if (miniatura) URL.revokeObjectURL(miniatura)
  lecturas.set(new Map([...lecturas.get()].filter(([id]) => ids.has(id))))
}
