import { passwordFuerza, passwordPartes } from '@imprimitodo/shared/rules/cuentas/password'
import { Check, Circle } from 'lucide-react'
import { cx } from '../cx.ts'
import styles from './strength.module.css'

/** Four segments of 25, the word for the score, and its parts. */
export function Strength({ password }: { password: string }) {
  if (!password) return null
  const { puntaje, nombre } = passwordFuerza(password)
  return (
    <div
      className={cx(
        styles.strength,
        styles[nombre === 'Débil' ? 'weak' : nombre === 'Moderada' ? 'fair' : 'good'],
      )}
    >
      <div
        className={styles.segments}
        role="progressbar"
        aria-label="Seguridad de la contraseña"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={puntaje}
        aria-valuetext={nombre}
      >
        {[25, 50, 75, 100].map((step) => (
          <i key={step} className={cx(puntaje >= step && styles.on)} />
        ))}
      </div>
      <p className={styles.words}>
        <span>Seguridad de la contraseña</span>
        <b role="status">{nombre}</b>
      </p>
      <ul>
        {passwordPartes(password).map(({ nombre: part, cumple }) => (
          <li key={part} className={cx(cumple && styles.met)}>
            {cumple ? (
              <Check size={15} strokeWidth={3} aria-hidden />
            ) : (
              <Circle size={11} strokeWidth={3} aria-hidden />
            )}
            {part}
            <span className="visually-hidden">{cumple ? ': sí' : ': falta'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
