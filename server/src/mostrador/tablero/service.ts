// The exports for other features.
export { needEnMostrador, viewEnMostrador } from './detalle.ts'
export { asPdf } from './pdfs.ts'
