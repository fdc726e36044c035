import type { VidrieraAnswer } from '@imprimitodo/shared/api/productos'
import { ofertaOn } from '@imprimitodo/shared/rules/vidriera/oferta'
import type { Queryable } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { imagenUrl } from '../imagenes/service.ts'
import { findKit } from './kit-store.ts'
import { findEnVidriera, listCartelRows } from './store.ts'

export { type Catalogo, createCatalogo } from './catalogo.ts'
export { findKit, putKit } from './kit-store.ts'
export { forgetVideos } from './productos.ts'
export {
  insertCartelRows,
  insertCategoriaRows,
  insertProductoRows,
  isVidrieraEmpty,
  listInWindow,
} from './store.ts'

/** The counter's prices of these products on that day in Tucumán, in centavos; null: it has no price. */
export async function preciosDeVenta(
  db: Queryable,
  ids: number[],
  day: string,
): Promise<Map<number, { nombre: string; importe: number | null }>> {
  const rows = ids.length === 0 ? [] : await findEnVidriera(db, ids)
  return new Map(rows.map((row) => [row.id, { nombre: row.nombre, importe: ofertaOn(row, day).importe }]))
}

/** The shop's public description of itself. */
export async function readVidriera({
  db,
  tienda,
  payments,
}: Pick<Deps, 'db' | 'tienda' | 'payments'>): Promise<VidrieraAnswer> {
  const [{ ajustes, abierta }, signs, kit] = await Promise.all([
    tienda.read(),
    listCartelRows(db),
    findKit(db),
  ])
  const { redes, kit_banderas, vendedor } = ajustes.vidriera
  return {
    abierta: abierta !== null && !payments.current.isMissing,
    carteles: signs.map(({ tipo, titulo, texto, imagen_id }) => ({
      tipo,
      titulo,
      texto,
      imagen: imagen_id && imagenUrl(imagen_id),
    })),
    redes,
    kit_banderas: kit && kit_banderas ? `/${kit_banderas}.pdf` : null,
    cupon_bienvenida: ajustes.cupon.primero,
    vendedor,
  }
}
