import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/compra/entrega'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { configQuery } from '../../api/queries.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { useEstimate } from '../carrito/estimate.ts'
import { SubidaAvance } from '../subida/subida-status.tsx'
import { conDescuento, Total, useReady } from '../total.tsx'
import styles from './paso2.module.css'
import type { PreciosDePaso2 } from './precios.ts'

/**
 * The foot of step 2: the total as far as it is known, after the web's discount, and the button to go on, or
 * to cancel an upload.
 */
export function Barra({
  total,
  isUploading,
  above,
  onNext,
  onCancel,
}: {
  total: PreciosDePaso2['total']
  isUploading: boolean
  /** Messages in the bar. */
  above: ReactNode
  onNext: () => void
  onCancel: () => void
}) {
  const { alcance } = useEstimate()
  const { data: config = FALLBACK_DELIVERY } = useQuery(configQuery)
  const { descuentoCompra } = config
  const ready = useReady()
  const what = total ? count(total.hojas, 'hoja') : count(ready, 'archivo')
  return (
    <ActionBar
      label={alcance === 'exacto' ? (total ? null : 'Precio') : 'Precio estimado'}
      value={<Total descuento={descuentoCompra} />}
      note={ready > 0 && conDescuento(what, descuentoCompra)}
      above={above}
      over={!isUploading && <SubidaAvance />}
    >
      <Botones isUploading={isUploading} onNext={onNext} onCancel={onCancel} />
    </ActionBar>
  )
}

function Botones({
  isUploading,
  onNext,
  onCancel,
}: {
  isUploading: boolean
  onNext: () => void
  onCancel: () => void
}) {
  const navigate = useNavigate()
  const forward = useRef<HTMLButtonElement>(null)
  if (isUploading)
    return (
      <>
        <Button
          icon={X}
          onClick={() => {
            onCancel()
            forward.current?.focus()
          }}
        >
          Cancelar
        </Button>
        {/* Not `disabled`: the button has the focus, and keeps it until it can be pressed again */}
        <Button ref={forward} variant="primary" aria-disabled>
          Subiendo…
        </Button>
      </>
    )
  return (
    <>
      <Button icon={ArrowLeft} className={styles.back} onClick={() => navigate('/imprimitodo/paso1')}>
        <span className={styles.backText}>Volver</span>
      </Button>
      <Button ref={forward} variant="primary" iconAfter={ArrowRight} onClick={onNext}>
        Siguiente
      </Button>
    </>
  )
}
