import { PAGES } from '@imprimitodo/shared/rules/vidriera/ruta'
import { type Address, Link } from '../ui/link.tsx'
import { Logo } from '../ui/picture/logo.tsx'
import { laterOptional, usePart } from '../ui/state/later.ts'
import { ROTULO } from '../ui/state/nombre.ts'
import styles from './footer.module.css'

const VENDEDOR = laterOptional(async () => (await import('./footer-vendedor.tsx')).FooterVendedor)

/** Among them are the links that the law requires on the first page (Disp. 954/2025, Res. 271/2020). */
const LINKS = PAGES.flatMap(([ruta, { footer }]) => (footer ? [[ruta as Address, footer] as const] : []))

export function Footer() {
  const FooterVendedor = usePart(VENDEDOR)
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.inner}`}>
        <div>
          <Link to="/" className={styles.logo} aria-label={`${ROTULO}, inicio`}>
            <Logo onInk />
            {ROTULO}
          </Link>
          <p className={styles.about}>Impresiones, copias y anillados en Alberdi y Aguilares, Tucumán.</p>
          <p className={styles.ways}>
            <Link to="/#contacto">Dónde estamos</Link>
            <Link to="/ruleta">Ruleta de descuentos</Link>
          </p>
        </div>
        <nav aria-label="Legales">
          {LINKS.map(([to, text]) => (
            <Link key={to} to={to}>
              {text}
            </Link>
          ))}
        </nav>
        <div className={styles.seller}>{FooterVendedor && <FooterVendedor />}</div>
      </div>
      <div className={styles.proof} aria-hidden>
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    </footer>
  )
}
