import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { isVieja, waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import { Check, CircleAlert } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { whenText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import styles from './impresion.module.css'
import { ESTADO_TEXT } from './textos.ts'

/** The progress of one work; without an impresion it was not sent yet. */
export function ImpresionChip({ impresion }: { impresion: Impresion | undefined }) {
  const now = useNow()
  if (!impresion) return <span className={cx(styles.chip, styles.nada)}>Sin imprimir</span>
  const { estado, terminada } = impresion
  const isDoubt = waitsForAnswer(impresion)
  const when = estado === 'impresa' && terminada ? ` ${whenText(terminada, now)}` : ''
  return (
    <span className={cx(styles.chip, isDoubt ? styles.duda : styles[estado])}>
      {estado === 'impresa' && <Check size={15} strokeWidth={3} aria-hidden />}
      {isDoubt && <CircleAlert size={15} strokeWidth={2.4} aria-hidden />}
      {isVieja(impresion) ? 'Esperando respuesta' : `${ESTADO_TEXT[estado]}${when}`}
    </span>
  )
}
