import styles from './registro-espera.module.css'

/**
 * The room of the form in the page that was made ahead. Fields would be there before any script listens: what is written
 * or pressed would be lost, and the browser itself would send them, the password in the address.
 */
export const RegistroEspera = () => (
  <div className={styles.form} aria-hidden>
    <i />
    <i />
    <div className={styles.pair}>
      <i className={styles.hinted} />
      <i />
    </div>
    <i />
    <i />
    <i className={styles.button} />
  </div>
)
