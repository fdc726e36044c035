import { createStore } from '../../ui/store.ts'

/** How many things need a person, for the title of the document. */
const cuantas = createStore(0)

export const setCuantas = (many: number): void => cuantas.set(many)
export const useCuantas = (): number => cuantas.use()
