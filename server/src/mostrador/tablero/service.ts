// What other features take from here.
export { needEnMostrador, viewEnMostrador } from './detalle.ts'
export { asPdf } from './pdfs.ts'
