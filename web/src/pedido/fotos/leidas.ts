// What this browser read of the pictures in the list.
import { createStore } from '../../ui/store.ts'
import type { Imagen } from './imagen.ts'

/** `url`: the picture made small, as an address of this page's. `ancho` and `alto` of the upright picture. */
export type FotoLeida =
  | { estado: 'leyendo' }
  | { estado: 'lista'; url: string; ancho: number; alto: number; imagen: Imagen }
  /** `text`: what is wrong with it, and how to go on. */
  | { estado: 'no'; text: string }

/** By the id of the file. */
export const fotosLeidas = createStore<ReadonlyMap<string, FotoLeida>>(new Map())

export const useFoto = (id: string): FotoLeida | undefined => fotosLeidas.useOf((all) => all.get(id))
