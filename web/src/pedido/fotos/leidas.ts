// This browser's readings of the pictures in the list.

import type { FotoLeida } from '../../ui/fotos/read-foto.ts'
import { createStore } from '../../ui/state/store.ts'

/** By the id of the file. */
export const fotosLeidas = createStore<ReadonlyMap<string, FotoLeida>>(new Map())

export const useFoto = (id: string): FotoLeida | undefined => fotosLeidas.useOf((all) => all.get(id))
