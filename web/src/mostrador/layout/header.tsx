import { ChartColumn, FilePlus2, ListChecks, Printer, ScanLine, Settings, Wallet } from 'lucide-react'
import { useLocation } from 'react-router'
import { Select } from '../../ui/form/field.tsx'
import { Link, NavLink, useNavigate } from '../../ui/link.tsx'
import { Logo } from '../../ui/picture/logo.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { useSucursales } from '../queries.ts'
import { useMostradorSession } from '../session/session.ts'
import { searchOf } from '../tablero/filtros.ts'
import { useTableroFiltros } from '../tablero/use-filtros.ts'
import styles from './header.module.css'
import { Menu } from './menu.tsx'
import { isOfNegocio } from './negocio.tsx'
import { useArrepentimientosAbiertos } from './subnav.tsx'

/** Screens that show the orders of one branch, or of all. */
const OF_ORDERS = /^\/mostrador\/?$|^\/mostrador\/pedidos\//

export function Header() {
  const { pathname } = useLocation()
  const { sucursal } = useTableroFiltros()
  const isOwner = useMostradorSession()?.rol === 'dueno'
  const board = `/mostrador${searchOf({ sucursal, texto: '', lista: null, ver: [] })}` as const
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.row}`}>
        <Link className={styles.brand} to={board} aria-label="Mostrador, ir a los pedidos">
          <Logo onInk />
          <b>Mostrador</b>
        </Link>
        {OF_ORDERS.test(pathname) && <Sucursales />}
        <nav className={styles.nav} aria-label="Mostrador">
          <NavLink to={board} end>
            <ListChecks size={20} aria-hidden />
            <span>Pedidos</span>
          </NavLink>
          <NavLink to="/mostrador/nuevo">
            <FilePlus2 size={20} aria-hidden />
            <span>Nuevo</span>
          </NavLink>
          <NavLink to="/mostrador/escanear">
            <ScanLine size={20} aria-hidden />
            <span>Escanear</span>
          </NavLink>
          <NavLink className={styles.wide} to="/mostrador/caja">
            <Wallet size={20} aria-hidden />
            <span>Caja</span>
          </NavLink>
          <NavLink className={styles.wide} to="/mostrador/impresoras">
            <Printer size={20} aria-hidden />
            <span>Impresoras</span>
          </NavLink>
          <Reportes />
          {isOwner && (
            <Link
              className={styles.wide}
              to="/mostrador/ajustes"
              aria-current={isOfNegocio(pathname) ? 'true' : undefined}
            >
              <Settings size={20} aria-hidden />
              <span>Negocio</span>
            </Link>
          )}
        </nav>
        <Menu board={board} />
      </div>
    </header>
  )
}

/**
 * The branch whose orders are shown, in the address. On another screen a choice leads back to the board. A
 * person of one branch sees that one alone.
 */
function Sucursales() {
  const navigate = useNavigate()
  const isNarrow = useMedia('(max-width: 640px)')
  const own = useMostradorSession()?.sucursal
  const filtros = useTableroFiltros()
  const { data } = useSucursales()
  if (own) return <b className={styles.own}>{own}</b>
  const known = data?.map(({ nombre }) => nombre) ?? []
  const nombres = filtros.sucursal && !known.includes(filtros.sucursal) ? [...known, filtros.sucursal] : known
  const to = (sucursal: string) => `/mostrador${searchOf({ ...filtros, sucursal })}` as const
  if (isNarrow)
    return (
      <div className={styles.choose}>
        <Select
          aria-label="Sucursal"
          value={filtros.sucursal}
          onChange={({ target }) => navigate(to(target.value))}
        >
          {['', ...nombres].map((nombre) => (
            <option key={nombre} value={nombre}>
              {nombre || 'Todas'}
            </option>
          ))}
        </Select>
      </div>
    )
  return (
    <nav className={styles.sucursales} aria-label="Sucursal">
      {['', ...nombres].map((nombre) => (
        <Link key={nombre} to={to(nombre)} aria-current={nombre === filtros.sucursal ? 'true' : undefined}>
          {nombre || 'Todas'}
        </Link>
      ))}
    </nav>
  )
}

/** With the number of arrepentimientos that wait for an answer. */
function Reportes() {
  const abiertos = useArrepentimientosAbiertos()
  return (
    <NavLink className={styles.wide} to="/mostrador/reportes">
      <ChartColumn size={20} aria-hidden />
      <span>Reportes</span>
      {abiertos > 0 && (
        <b className={styles.badge}>
          {abiertos}
          <span className="visually-hidden">
            {abiertos === 1 ? ' arrepentimiento' : ' arrepentimientos'} por atender
          </span>
        </b>
      )}
    </NavLink>
  )
}
