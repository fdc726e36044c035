// What other features take from here.
export { needPedido, viewPedido } from './detalle.ts'
export { asPdf } from './pdfs.ts'
