import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { MAX_CANTIDAD } from '@imprimitodo/shared/rules/dinero/venta'
import { X } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { useFocusKept } from '../layout/heading.tsx'
import styles from './nuevo.module.css'
import type { LineaDeVenta } from './use-lineas.ts'

/** Products and services, one row each. */
export function LineasTabla({
  lineas,
  disabled,
  onCantidad,
  onRemove,
}: {
  lineas: readonly LineaDeVenta[]
  disabled: boolean
  onCantidad: (id: number, cantidad: number) => void
  onRemove: (id: number) => void
}) {
  const keepFocus = useFocusKept(lineas.map(({ id }) => id).join())
  if (lineas.length === 0) return null
  return (
    <section aria-labelledby="otros">
      <h2 id="otros">Productos y servicios</h2>
      <ul className={styles.otros}>
        {lineas.map(({ id, producto_id, texto, cantidad, pesos }) => (
          <li key={id}>
            <p className={styles.nombre}>
              <b>{texto}</b>
              <span className="muted">
                {producto_id === null ? 'Importe libre' : `${formatPesos(pesos)} cada uno`}
              </span>
            </p>
            <Stepper
              label={`Cantidad de ${texto}`}
              less={`Uno menos, ${texto}`}
              more={`Uno más, ${texto}`}
              value={cantidad}
              min={1}
              max={MAX_CANTIDAD}
              disabled={disabled}
              onChange={(next) => onCantidad(id, next)}
            />
            <b className={styles.precio}>{formatPesos(pesos * cantidad)}</b>
            <IconButton
              quiet
              icon={X}
              label={`Quitar ${texto}`}
              disabled={disabled}
              onClick={() => {
                keepFocus()
                onRemove(id)
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
