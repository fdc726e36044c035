import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Mapa } from '../../ui/mapa/mapa.tsx'
import styles from './contacto.module.css'

/**
 * The map of a branch, over its sketch: hidden until a tile arrives, and removed where none does. `onTiles`
 * is called at the first one.
 */
export function SucursalMapa({
  sucursal,
  teselas,
  onTiles,
}: {
  sucursal: Point & { nombre: string }
  /** Leaflet's URL template of tiles. */
  teselas: string
  onTiles: () => void
}) {
  const [fondo, setFondo] = useState<'teselas' | 'esquema' | null>(null)
  if (fondo === 'esquema') return null
  return (
    <div className={cx(styles.real, fondo === null && styles.coming)}>
      <Mapa
        label={`Mapa de la sucursal ${sucursal.nombre}`}
        sucursal={sucursal}
        teselas={teselas}
        onFondo={(shown) => {
          setFondo(shown)
          if (shown === 'teselas') onTiles()
        }}
      />
    </div>
  )
}
