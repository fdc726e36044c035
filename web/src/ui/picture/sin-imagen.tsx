import { RegistrationMark } from '../paper/registration-mark.tsx'
import styles from './sin-imagen.module.css'

/** In place of a missing picture: an unprinted sheet. */
export const SinImagen = () => (
  <div className={styles.blank}>
    <RegistrationMark className={styles.mark} />
    <RegistrationMark className={styles.mark} />
    <span>Sin imagen</span>
  </div>
)
