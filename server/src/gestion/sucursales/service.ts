// What other features take from here.
export { listSucursales } from './store.ts'
