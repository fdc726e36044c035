import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { Bike } from 'lucide-react'
import styles from './card.module.css'

/** The contents of an order in one line. `sucursal`: also its branch, while all branches are shown. */
export function Lleva({ fila, sucursal }: { fila: PedidoFila; sucursal: boolean }) {
  const { hojas_byn, hojas_color, anillados, modo_entrega } = fila
  return (
    <>
      {hojas_byn > 0 && <span>{count(hojas_byn, 'b/n', 'b/n')}</span>}
      {hojas_color > 0 && <span className={styles.cmy}>{count(hojas_color, 'color', 'color')}</span>}
      {anillados > 0 && <span>{count(anillados, 'anillado')}</span>}
      {modo_entrega === 'delivery' && (
        <span>
          <Bike size={15} aria-hidden />
          Envío
        </span>
      )}
      {sucursal && <span>{fila.sucursal}</span>}
    </>
  )
}
