import { useQuery } from '@tanstack/react-query'
import { Menu, Upload, X } from 'lucide-react'
import { useLocation } from 'react-router'
import { vidrieraQuery } from '../api/catalogo.ts'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { useMenu } from '../ui/dialog/use-menu.ts'
import { Link, NavLink } from '../ui/link.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { Logo } from '../ui/picture/logo.tsx'
import { later, optional, usePart } from '../ui/state/later.ts'
import { ROTULO } from '../ui/state/nombre.ts'
import { useLive } from '../ui/state/use-live.ts'
import styles from './nav.module.css'

// Loaded after the first paint; a phone that loses the signal just then keeps a plain link
const ACCOUNT_MENU = later(() =>
  optional(() => import('./account-menu.tsx')).then(
    ({ AccountMenu }) => AccountMenu,
    () => () => <Link to="/perfil">Mi Perfil</Link>,
  ),
)

/** Links to screens, then to sections of Home. */
const LINKS = [
  ['/', 'Inicio'],
  ['/imprimitodo', 'Imprimir todo'],
  ['/#carousel-header', 'Novedades'],
  ['/#productos', 'Productos'],
  ['/#ofertas', 'Ofertas'],
  ['/#carteles', 'Carteles'],
  ['/#contacto', 'Contacto'],
] as const

/** Collapses to a button where it would not fit in one line. */
export function Nav() {
  const { open, setOpen, box, toggle } = useMenu<HTMLElement>()
  const { data } = useQuery(vidrieraQuery)
  const isLive = useLive()
  const AccountMenu = usePart(ACCOUNT_MENU)
  const { pathname } = useLocation()
  const Icon = open ? X : Menu
  // At the press and not only at the arrival, since the next screen may take a while to load
  const close = () => setOpen(false)
  return (
    <header className={styles.header}>
      <nav ref={box} className={`wrap ${styles.nav}`} aria-label="Principal">
        <Link to="/" className={styles.logo} aria-label={`${ROTULO}, inicio`}>
          <Logo />
          <span className="visually-hidden-large">{ROTULO}</span>
        </Link>
        {/* The steps of an order have their own such button */}
        {!pathname.startsWith('/imprimitodo') && (
          <LinkButton
            size="medium"
            to="/imprimitodo/paso1"
            icon={Upload}
            className={styles.upload}
            onClick={close}
          >
            Subir PDF{' '}
            <span className={cx(styles.offer, 'visually-hidden-large')}>
              <PrintOffer before="" />
            </span>
          </LinkButton>
        )}
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          disabled={!isLive}
          aria-expanded={open}
          aria-controls="menu cuenta"
          aria-label={open ? 'Cerrar el menú' : 'Abrir el menú y tu cuenta'}
          onClick={() => setOpen(!open)}
        >
          <Icon size={22} strokeWidth={2.4} aria-hidden />
        </button>
        <ul id="menu" className={cx(styles.links, open && styles.open)}>
          {LINKS.map(([to, text]) => {
            // A shop without signs has no such section on Home
            if (to === '/#carteles' && data?.carteles.length === 0) return null
            // A section is not a page that could be the current one
            const Place = to.includes('#') ? Link : NavLink
            return (
              <li key={to}>
                <Place to={to} {...(Place === NavLink && { end: to === '/' })} onClick={close}>
                  {text}
                </Place>
              </li>
            )
          })}
          {data?.kit_banderas && (
            <li>
              <a href={data.kit_banderas} target="_blank" rel="noreferrer" onClick={close}>
                Banderas (PDF)
              </a>
            </li>
          )}
        </ul>
        <div className={cx(styles.account, open && styles.open)}>
          {AccountMenu ? <AccountMenu inMenu={open} /> : <Spinner label="Comprobando tu sesión…" />}
        </div>
      </nav>
    </header>
  )
}
