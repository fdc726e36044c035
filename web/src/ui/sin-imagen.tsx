import { RegistrationMark } from './registration-mark.tsx'
import styles from './sin-imagen.module.css'

/** Where a picture would be: a sheet that nothing was printed on. */
export const SinImagen = () => (
  <div className={styles.blank}>
    <RegistrationMark className={styles.mark} />
    <RegistrationMark className={styles.mark} />
    <span>Sin imagen</span>
  </div>
)
