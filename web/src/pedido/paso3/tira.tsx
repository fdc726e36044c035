import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { totalesOf } from '@imprimitodo/shared/rules/compra/textos'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import { Importe } from '../../ui/form/importe.tsx'
import { avisosText } from './contenido.tsx'
import styles from './tira.module.css'

/**
 * On a phone the receipt is below all fields: this shows its total and its warnings on top, with a link to
 * it.
 */
export function TiraDeImporte({
  pedido,
  importe,
}: {
  pedido: PedidoAnswer | undefined
  importe: number | undefined
}) {
  // Its place is reserved until the price is known
  if (!pedido || importe === undefined) return <div className={styles.tira} aria-hidden />
  const { hojas, anillados } = totalesOf(pedido)
  const avisos = avisosText(pedido)
  return (
    <button type="button" className={styles.tira} onClick={goToResumen}>
      <span>
        <Importe pesos={importe} className={styles.importe} />
        <small>
          {count(hojas, 'hoja')}
          {anillados > 0 && ` · ${count(anillados, 'anillado')}`}
        </small>
      </span>
      {avisos && (
        <span className={styles.avisos}>
          <TriangleAlert size={16} strokeWidth={2.4} aria-hidden />
          {avisos}
        </span>
      )}
      <ChevronDown size={18} strokeWidth={2.4} aria-hidden />
      <span className="visually-hidden">Ver el resumen del pedido</span>
    </button>
  )
}

function goToResumen(): void {
  const resumen = document.getElementById('resumen')
  resumen?.focus({ preventScroll: true })
  resumen?.scrollIntoView({ block: 'start' })
}
