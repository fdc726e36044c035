import { imagenSources } from '@imprimitodo/shared/rules/vidriera/imagen'
import { type ReactNode, useState } from 'react'
import styles from './foto.module.css'
import { SinImagen } from './sin-imagen.tsx'

/**
 * A picture that fills its box, in the width and format that suits the browser. One that cannot be loaded is
 * replaced like a missing one. `urgent` for a screen's main picture; the others are loaded when they come
 * near.
 */
export function Foto({
  imagen,
  alt,
  sizes,
  urgent,
  fallback = <SinImagen />,
}: {
  imagen: string
  alt: string
  sizes: string
  urgent?: boolean
  fallback?: ReactNode
}) {
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === imagen) return fallback
  const ours = imagenSources(imagen)
  return (
    <picture>
      {ours && <source type="image/avif" srcSet={ours.avif} sizes={sizes} />}
      <img
        className={styles.foto}
        src={ours?.src ?? imagen}
        srcSet={ours?.webp}
        sizes={sizes}
        width={640}
        height={640}
        alt={alt}
        loading={urgent ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : 'auto'}
        decoding={urgent ? 'sync' : 'async'}
        onError={() => setBroken(imagen)}
      />
    </picture>
  )
}
