import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { AVISOS_IMPORTANTES, type Aviso } from '@imprimitodo/shared/rules/compra/aviso'
import { TriangleAlert } from 'lucide-react'
import { cx } from '../cx.ts'
import styles from './avisos.module.css'

/**
 * A file's avisos before it is printed: those that change the paper are shown, the rest in a line that opens.
 */
export function Avisos({
  avisos,
  of,
  className,
}: {
  avisos: readonly Aviso[]
  /** The file's name, for screen readers. */
  of: string
  className?: string
}) {
  const loud = avisos.filter(({ codigo }) => AVISOS_IMPORTANTES.has(codigo))
  const details = avisos.filter(({ codigo }) => !AVISOS_IMPORTANTES.has(codigo))
  if (avisos.length === 0) return null
  return (
    <div className={cx(styles.avisos, className)}>
      {loud.length > 0 && (
        <ul className={styles.loud}>
          {loud.map(({ codigo, texto }) => (
            <li key={codigo}>
              <TriangleAlert size={16} strokeWidth={2.4} aria-hidden />
              {texto}
            </li>
          ))}
        </ul>
      )}
      {details.length > 0 && (
        <details className={styles.details}>
          <summary>
            {count(details.length, 'detalle')}
            <span className="visually-hidden"> de {of}</span>
          </summary>
          <ul>
            {details.map(({ codigo, texto }) => (
              <li key={codigo}>{texto}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
