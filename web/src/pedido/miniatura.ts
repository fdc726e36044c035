import type { ArchivoCarrito } from './carrito-state.ts'
import { useLectura } from './lectura/lectura.ts'

/** The picture of the first page: made by this browser, or the server's. Null where there is none yet. */
export function useMiniatura({ id, contado }: ArchivoCarrito): string | null {
  const own = useLectura(id)?.miniatura
  if (own || !contado) return own ?? null
  const { pedidoId, n } = contado
  return `/api/pedidos/${encodeURIComponent(pedidoId)}/archivos/${n}/miniatura.webp?ancho=200`
}
