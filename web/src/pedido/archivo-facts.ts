import { formatBytes } from '@imprimitodo/shared/rules/archivo'
import type { ArchivoCarrito } from './carrito-state.ts'

/** '148 páginas · 12,4 MB' once the server has counted, before that only the size. */
export function factsOf({ contado, size }: ArchivoCarrito): string {
  const weight = formatBytes(size)
  if (!contado) return weight
  return `${contado.paginas === 1 ? '1 página' : `${contado.paginas} páginas`} · ${weight}`
}

/** The server's picture of the first page, if it has the file. */
export function miniaturaOf({ contado }: ArchivoCarrito): string | null {
  if (!contado) return null
  const { pedidoId, n } = contado
  return `/api/pedidos/${encodeURIComponent(pedidoId)}/archivos/${n}/miniatura.webp?ancho=200`
}
