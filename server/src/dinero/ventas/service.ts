// What other features may ask of sales at the counter. The flow itself: sell.ts, type-in.ts.
export { pedidosBeside, ventaOfPedido, ventasSql } from './store.ts'
