import { again } from '../state/later.ts'

// The code that reads pictures and makes PDFs of them; whoever takes a picture loads it when one comes.
export const loadRead = again(() => import('./read-foto.ts'))
export const loadConvert = again(() => import('./convert.ts'))
