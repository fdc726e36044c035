// Sales at the counter, for other features. The flow itself: sell.ts, type-in.ts.
export { ventasSql } from './store.ts'
