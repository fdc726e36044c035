import type { ArchivoCarrito } from './carrito-state.ts'

/** The server's picture of the first page, if it has the file. */
export function miniaturaOf({ contado }: ArchivoCarrito): string | null {
  if (!contado) return null
  const { pedidoId, n } = contado
  return `/api/pedidos/${encodeURIComponent(pedidoId)}/archivos/${n}/miniatura.webp?ancho=200`
}
