// The exports for other features.
export { viewEnMostrador } from './detalle.ts'
export { asPdf } from './pdfs.ts'
