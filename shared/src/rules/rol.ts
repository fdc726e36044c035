/** `encargado`: manager of a branch, with limits of their own. */
export const ROLES = ['dueno', 'encargado', 'operador'] as const
export type Rol = (typeof ROLES)[number]
export const ROL_TITLES: Record<Rol, string> = {
  dueno: 'Dueño',
  encargado: 'Encargado',
  operador: 'Operador',
}

/** Those that the owner gives, and limits. */
export const ROLES_CON_TOPE = ['encargado', 'operador'] as const
type RolConTope = (typeof ROLES_CON_TOPE)[number]

/** `devolucion`: the most that goes back of one order without another person; null: as much as was paid. */
export type Topes = Record<RolConTope, { devolucion: number | null }>

/** In the unit of `topes`; Infinity where there is none. */
export const topeDevolucion = (topes: Topes, rol: Rol): number =>
  rol === 'dueno' ? Number.POSITIVE_INFINITY : (topes[rol].devolucion ?? Number.POSITIVE_INFINITY)
