import { emailLocalPart } from '@imprimitodo/shared/rules/base/nombre'
import { User } from 'lucide-react'
import { useLocation } from 'react-router'
import { useSession } from '../api/session/session.ts'
import { cx } from '../ui/cx.ts'
import { useMenu } from '../ui/dialog/use-menu.ts'
import { type Address, NavLink } from '../ui/link.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import styles from './account-menu.module.css'

type Links = readonly (readonly [Address, string])[]

const RULETA = ['/ruleta', 'Ruleta de descuentos'] as const
const MI_PEDIDO = ['/mi-pedido', 'Mi pedido'] as const
const CUSTOMER = [
  ['/perfil', 'Mi Perfil'],
  ['/canje-puntos', 'Canjear Puntos'],
  ['/cupon', 'Cupon Descuento'],
  MI_PEDIDO,
  RULETA,
  ['/logout', 'Cerrar Sesión'],
] as const satisfies Links

/**
 * The customer's name and links; a spinner while the session is being checked. Where the site's menu is
 * folded, this is its last part and has no button: `inMenu` says whether that menu is open.
 */
export function AccountMenu({ inMenu }: { inMenu: boolean }) {
  const session = useSession()
  const { pathname } = useLocation()
  const { open, setOpen, box, toggle } = useMenu<HTMLDivElement>()
  if (session.status === 'checking')
    return (
      <div className={styles.checking}>
        <Spinner label="Comprobando tu sesión…" />
      </div>
    )
  const name = session.status === 'in' ? emailLocalPart(session.cliente.email) : null
  return (
    <div
      className={cx(styles.account, inMenu && styles.inMenu)}
      ref={box}
      data-cliente={name ? true : undefined}
    >
      <button
        ref={toggle}
        type="button"
        aria-expanded={open}
        aria-controls="cuenta"
        onClick={() => setOpen(!open)}
      >
        <User size={20} strokeWidth={2.4} aria-hidden />
        <span className="visually-hidden">Mi cuenta</span>
        {name && <span className={styles.name}>{name}</span>}
      </button>
      {name && <p className={styles.who}>{name}</p>}
      <ul id="cuenta" className={open ? undefined : styles.closed}>
        {(name ? CUSTOMER : guestLinks(pathname)).map(([to, text]) => (
          <li key={text}>
            <NavLink to={to} onClick={() => setOpen(false)}>
              {text}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A visitor who logs in during an order returns to it. */
const guestLinks = (pathname: string): Links => [
  [pathname.startsWith('/imprimitodo') ? `/login?redirect=${pathname}` : '/login', 'Iniciar Sesión'],
  ['/registro', 'Crear Cuenta'],
  MI_PEDIDO,
  RULETA,
]
