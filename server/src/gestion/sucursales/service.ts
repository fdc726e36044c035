// What other features take from here.
export { findSucursal, findSucursalByNombre, listSucursales, sucursalesIn, sucursalesSql } from './store.ts'
