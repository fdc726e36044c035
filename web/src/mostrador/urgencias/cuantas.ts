import { createStore } from '../../ui/state/store.ts'

/** The number of urgencias, for the document's title. */
const cuantas = createStore(0)

export const setCuantas = (many: number): void => cuantas.set(many)
export const useCuantas = (): number => cuantas.use()
