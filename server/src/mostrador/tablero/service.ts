// What other features take from here.
export { needPedido, viewEnMostrador } from './detalle.ts'
export { asPdf } from './pdfs.ts'
