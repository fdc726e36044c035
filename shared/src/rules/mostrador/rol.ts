/** `encargado`: manager of a branch, with limits of their own. */
export const ROLES = ['dueno', 'encargado', 'operador'] as const
export type Rol = (typeof ROLES)[number]
export const ROL_TITLES: Record<Rol, string> = {
  dueno: 'Dueño',
  encargado: 'Encargado',
  operador: 'Operador',
}

/** Roles that the owner gives to people; they have limits. */
export const ROLES_CON_TOPE = ['encargado', 'operador'] as const
type RolConTope = (typeof ROLES_CON_TOPE)[number]

/**
 * The limits of a role, above which a second person must approve: `devolucion`, money refunded on one
 * order; `descuento`, money taken off one sale by hand; `venta`, the amount of one sale; `reimpresion`,
 * reprinted sheets of one order.
 */
export type CualTope = 'devolucion' | 'descuento' | 'venta' | 'reimpresion'
/** Null: no limit. */
export type Tope = Record<CualTope, number | null>
export type Topes = Record<RolConTope, Tope>

/** The other limits are numbers of sheets. */
export const isTopeDePesos = (cual: CualTope): boolean => cual !== 'reimpresion'

/** In the unit of `topes`; Infinity where there is none. */
export const topeOf = (topes: Topes, rol: Rol, cual: CualTope): number =>
  rol === 'dueno' ? Number.POSITIVE_INFINITY : (topes[rol][cual] ?? Number.POSITIVE_INFINITY)
