// The exports for other features.
export type { Confirmacion } from './confirm.ts'
export { createFirstOwner, createNamedOwner, refuseInstalled } from './first-owner.ts'
export { type Limite, limitePara, limitesPara, needWithin, type PideLimite } from './limite.ts'
export { alcanceOf, SIN_CONFIRMAR, serveMostrador } from './roles.ts'
export type { SesionesMostrador, SesionMostrador } from './sesion.ts'
export { duenosOf, hasOperadores, nombresDeOperadores, type Operador, operadoresSql } from './store.ts'
export { sealSecretos } from './totp-cuenta.ts'
export { listUsuarios, viewUsuario } from './usuarios.ts'
