import { again } from '../state/later.ts'

// Loaded with the first picture that is chosen: the code that reads pictures, and the code that makes PDFs of them.
export const loadRead = again(() => import('./read-foto.ts'))
export const loadConvert = again(() => import('./convert.ts'))
