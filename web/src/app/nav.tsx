import { Menu, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, NavLink } from 'react-router'
import { cx } from '../ui/cx.ts'
import { Logo } from '../ui/logo.tsx'
import { optional } from '../ui/optional.ts'
import { Spinner } from '../ui/spinner.tsx'
import styles from './nav.module.css'
import { useMenu } from './use-menu.ts'

// After the first paint; a phone that loses the signal just then keeps a plain link
const AccountMenu = lazy(() =>
  optional(() => import('./account-menu.tsx')).then(
    ({ AccountMenu }) => ({ default: AccountMenu }),
    () => ({ default: () => <Link to="/perfil">Mi Perfil</Link> }),
  ),
)

/** Collapses to a button on phones. */
export function Nav() {
  const { open, setOpen, box, toggle } = useMenu<HTMLElement>()
  const Icon = open ? X : Menu
  // At the press too, since the next screen may take a while to arrive
  const close = () => setOpen(false)
  return (
    <header className={styles.header}>
      <nav ref={box} className={`wrap ${styles.nav}`} aria-label="Principal">
        <Link to="/" className={styles.logo} aria-label="imprimitodo, inicio">
          <Logo />
          imprimitodo
        </Link>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls="menu"
          aria-label={open ? 'Cerrar el menú' : 'Abrir el menú'}
          onClick={() => setOpen(!open)}
        >
          <Icon size={22} strokeWidth={2.4} aria-hidden />
        </button>
        <ul id="menu" className={cx(styles.links, open && styles.open)}>
          <li>
            <NavLink to="/" end onClick={close}>
              Inicio
            </NavLink>
          </li>
          <li>
            <NavLink to="/imprimitodo" onClick={close}>
              Imprimir todo
            </NavLink>
          </li>
          <li>
            <Link to="/imprimitodo/paso1" onClick={close}>
              Subir PDF
            </Link>
          </li>
          <li>
            <Link to="/#contacto" onClick={close}>
              Contacto
            </Link>
          </li>
        </ul>
        <Suspense fallback={<Spinner label="Comprobando tu sesión…" />}>
          <AccountMenu />
        </Suspense>
      </nav>
    </header>
  )
}
