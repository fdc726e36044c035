// The exports for other features.
export { needLlamada, needPropia, needSucursal, sucursalLlamada } from './llamada.ts'
export {
  findSucursal,
  findSucursalByNombre,
  insertFirstSucursales,
  listSucursales,
  sucursalesIn,
  sucursalesSql,
} from './store.ts'
