import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Logo } from '../ui/logo.tsx'
import styles from './nav.module.css'

/** Collapses to a button on phones; the menu closes on every change of route and with Escape. */
export function Nav() {
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const { pathname, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of place closes the menu
  useEffect(() => setOpen(false), [pathname, hash])
  // At the press, since the next screen may take a while to arrive
  const close = () => setOpen(false)
  return (
    <header className={styles.header}>
      <nav
        className={`wrap ${styles.nav}`}
        aria-label="Principal"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return
          setOpen(false)
          toggle.current?.focus()
        }}
      >
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
          {open ? (
            <X size={22} strokeWidth={2.4} aria-hidden />
          ) : (
            <Menu size={22} strokeWidth={2.4} aria-hidden />
          )}
        </button>
        <ul id="menu" className={open ? styles.open : undefined}>
          <li>
            <NavLink to="/" end onClick={close}>
              Inicio
            </NavLink>
          </li>
          <li>
            <NavLink to="/imprimitodo" onClick={close}>
              Imprimir
            </NavLink>
          </li>
          <li>
            <Link to="/#contacto" onClick={close}>
              Contacto
            </Link>
          </li>
        </ul>
      </nav>
    </header>
  )
}
