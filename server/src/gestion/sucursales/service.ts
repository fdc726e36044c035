// What other features take from here.
export { findSucursal, findSucursalByNombre, listSucursales, sucursalesIn } from './store.ts'
