import { Thumbnail } from '../ui/picture/thumbnail.tsx'
import type { ArchivoCarrito } from './carrito/carrito-state.ts'
import { useLectura } from './lectura/lectura.ts'

/** A file of the half-made order as it will be printed. */
export function ArchivoThumbnail({
  archivo,
  anillado = archivo.anillado,
  className,
}: {
  archivo: ArchivoCarrito
  /** Whether its binding is drawn: a volume's is drawn elsewhere. */
  anillado?: boolean
  className?: string
}) {
  const { orientacion, dobleFaz, color } = archivo
  return (
    <Thumbnail
      className={className}
      src={useMiniatura(archivo)}
      orientacion={orientacion}
      dobleFaz={dobleFaz}
      color={color === 'color'}
      anillado={anillado}
    />
  )
}

/** The picture of the first page: made by this browser, or the server's. Null where there is none yet. */
function useMiniatura({ id, contado }: ArchivoCarrito): string | null {
  const own = useLectura(id)?.miniatura
  if (own || !contado) return own ?? null
  const { pedidoId, n } = contado
  return `/api/pedidos/${encodeURIComponent(pedidoId)}/archivos/${n}/miniatura.webp?ancho=200`
}
