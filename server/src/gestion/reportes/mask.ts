// A count of cash is blind: the person who counts must not learn from a report what the drawer should hold.
import type { CajaFila } from '@imprimitodo/shared/api/reportes'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import type { Deps } from '../../base/runtime/deps.ts'
import { abiertosDesde } from '../../dinero/caja/service.ts'

/**
 * Leaves out cash, and typed sales, which may be cash, since the day on which the oldest open shift of their
 * branch began.
 */
export async function maskNombres(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  filas: CajaFila[],
): Promise<{ filas: CajaFila[]; tapado: boolean }> {
  const desde = await abiertosDesde(db)
  const { sucursales } = await tienda.read()
  const dias = new Map(
    sucursales.flatMap(({ id, nombre }) => {
      const abierto = desde.get(id)
      return abierto ? [[nombre, dayOf(abierto)] as const] : []
    }),
  )
  const oldest = [...dias.values()].toSorted()[0]
  const shown = filas.filter(({ dia, sucursal, canal, medio_clave }) => {
    const isCash = canal === 'venta' || (canal !== 'web' && medio_clave === 'efectivo')
    // A sale without a branch may lie in any drawer
    const since = dias.get(sucursal) ?? (sucursales.some(({ nombre }) => nombre === sucursal) ? null : oldest)
    return !isCash || !since || dia < since
  })
  return { filas: shown, tapado: shown.length < filas.length }
}
