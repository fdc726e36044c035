// What other features take from here.
export type { Confirmacion } from './confirmar.ts'
export { alcanceOf } from './roles.ts'
export type { Sesion, Sesiones } from './sesion.ts'
export { findQuienes, findVenta, insertVenta, type Operador, puntosOfVentas } from './store.ts'
export { sealSecretos } from './totp-cuenta.ts'
export { listUsuarios } from './usuarios-store.ts'
