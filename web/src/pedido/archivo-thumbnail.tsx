import { Thumbnail } from '../ui/thumbnail.tsx'
import type { ArchivoCarrito } from './carrito-state.ts'
import { useMiniatura } from './miniatura.ts'

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
