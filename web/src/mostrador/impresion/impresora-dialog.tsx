import type { Impresora } from '@imprimitodo/shared/api/impresion'
import type { Ficha } from '@imprimitodo/shared/rules/taller/impresora'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './impresion.module.css'
import { colaText, unableTo } from './textos.ts'

/**
 * The choice of a printer: unsuitable ones are shown with the reason, so that the clerk does not miss them.
 */
export function ImpresoraDialog({
  title,
  fichas,
  impresoras,
  actual,
  isBusy,
  onChoose,
  onClose,
}: {
  title: string
  fichas: readonly Ficha[]
  impresoras: readonly Impresora[]
  /** The printer where it is now, which is not offered. */
  actual?: number
  isBusy: boolean
  onChoose: (impresora: Impresora) => void
  onClose: () => void
}) {
  const others = impresoras.filter(({ id }) => id !== actual)
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>No, volver</Button>}>
      {others.length === 0 && <p>No hay otra impresora en esta sucursal.</p>}
      <ul className={styles.opciones}>
        {others.map((impresora) => {
          const problems = unableTo(fichas, impresora)
          const isUnable = problems.length > 0
          return (
            <li key={impresora.id}>
              <button
                type="button"
                className={styles.opcion}
                aria-disabled={isUnable || isBusy || undefined}
                onClick={() => !isUnable && !isBusy && onChoose(impresora)}
              >
                <b>{impresora.nombre}</b>
                <span className={cx(!isUnable && !impresora.anda && styles.mal)}>
                  {isUnable ? problems.join(' ') : `${impresora.texto}, ${colaText(impresora.en_cola)}`}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
