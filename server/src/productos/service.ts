import type { VidrieraAnswer } from '@imprimitodo/shared/api/productos'
import { readAjustes } from '../ajustes/service.ts'
import type { Queryable } from '../db/open.ts'
import { imagenUrl } from '../imagenes/service.ts'
import { findCarteles } from './store.ts'

export { type Catalogo, createCatalogo } from './catalogo.ts'
export {
  createCategoria,
  createProducto,
  deleteCategoria,
  type ProductoData,
  setRetirado,
  updateCategoria,
  updateProducto,
} from './editar.ts'

/** What the shop says of itself in public. */
export async function readVidriera(db: Queryable): Promise<VidrieraAnswer> {
  const [{ vidriera }, signs] = await Promise.all([readAjustes(db), findCarteles(db)])
  const { redes, kit_banderas, vendedor } = vidriera
  return {
    carteles: signs.map(({ tipo, titulo, texto, imagen_id }) => ({
      ...{ tipo, titulo, texto },
      imagen: imagen_id && imagenUrl(imagen_id),
    })),
    redes,
    kit_banderas: kit_banderas && `/${kit_banderas}.pdf`,
    vendedor,
  }
}
