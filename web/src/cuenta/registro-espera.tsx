import styles from './registro-espera.module.css'

/**
 * A placeholder of the form in the page made ahead. Real fields would be there before any script runs: typed
 * text would be lost, and the browser itself would send the form, with the password in the address.
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
