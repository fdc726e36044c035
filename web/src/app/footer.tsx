import { Link } from 'react-router'
import { Logo } from '../ui/logo.tsx'
import styles from './footer.module.css'

const PROOF_BAR = ['--cyan', '--magenta', '--lemon', '--paper', '--red', '--leaf']

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.inner}`}>
        <Link to="/" className={styles.logo} aria-label="imprimitodo, inicio">
          <Logo onInk />
          imprimitodo
        </Link>
        <span>Alberdi y Aguilares, Tucumán</span>
        <Link to="/#contacto">Dónde estamos</Link>
        <span className={styles.proof} aria-hidden>
          {PROOF_BAR.map((ink) => (
            <i key={ink} style={{ background: `var(${ink})` }} />
          ))}
        </span>
      </div>
    </footer>
  )
}
