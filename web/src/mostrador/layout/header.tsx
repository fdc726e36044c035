import {
  ChartColumn,
  FilePlus2,
  LogOut,
  Printer,
  ScanLine,
  Settings,
  Stamp,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { useLocation } from 'react-router'
import { Link, NavLink } from '../../ui/link.tsx'
import { Logo } from '../../ui/logo.tsx'
import { AtajosButton } from '../atajos/atajos-dialog.tsx'
import { readFiltros, searchOf } from '../board/filtros.ts'
import { toggleSound, useSound } from '../live/sound.ts'
import { useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { endSession, useSession } from '../session/session.ts'
import styles from './header.module.css'
import { useArrepentimientosAbiertos } from './subnav.tsx'

export function Header() {
  const { pathname, search } = useLocation()
  const { sucursal } = readFiltros(search)
  const board = `/mostrador${searchOf({ sucursal, texto: '', lista: null })}`
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.row}`}>
        <Link className={styles.brand} to={board} aria-label="Mostrador, ir a los pedidos">
          <Logo onInk />
          <b>Mostrador</b>
        </Link>
        {/* Settings, codes and points are the whole shop's */}
        {!/\/(ajustes|escanear|nuevo|ventas|impresoras|reportes|comprobantes|arrepentimientos|salud)$/.test(
          pathname,
        ) && <Sucursales />}
        <nav className={styles.nav} aria-label="Mostrador">
          <NavLink to={board} end>
            <Printer size={20} aria-hidden />
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
          <NavLink to="/mostrador/ventas">
            <Stamp size={20} aria-hidden />
            <span>Ventas</span>
          </NavLink>
          <Reportes />
          <NavLink to="/mostrador/ajustes">
            <Settings size={20} aria-hidden />
            <span>Ajustes</span>
          </NavLink>
        </nav>
        <AtajosButton className={styles.icon} board={board} />
        <SoundButton />
        <Who />
      </div>
    </header>
  )
}

/** The branch whose orders are shown, kept in the address. From another screen it leads back to the board. */
function Sucursales() {
  const { search } = useLocation()
  const filtros = readFiltros(search)
  const { data } = useSucursales()
  const known = data?.map(({ nombre }) => nombre) ?? []
  const nombres = filtros.sucursal && !known.includes(filtros.sucursal) ? [...known, filtros.sucursal] : known
  return (
    <nav className={styles.sucursales} aria-label="Sucursal">
      {['', ...nombres].map((nombre) => (
        <Link
          key={nombre}
          to={`/mostrador${searchOf({ ...filtros, sucursal: nombre })}`}
          aria-current={nombre === filtros.sucursal ? 'true' : undefined}
        >
          {nombre || 'Todas'}
        </Link>
      ))}
    </nav>
  )
}

/** With how many purchases taken back wait for an answer. */
function Reportes() {
  const abiertos = useArrepentimientosAbiertos()
  return (
    <NavLink to="/mostrador/reportes">
      <ChartColumn size={20} aria-hidden />
      <span>Reportes</span>
      {abiertos > 0 && (
        <b className={styles.badge}>
          {abiertos}
          <em>{abiertos === 1 ? ' arrepentimiento' : ' arrepentimientos'} por atender</em>
        </b>
      )}
    </NavLink>
  )
}

function SoundButton() {
  const isOn = useSound()
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <button
      type="button"
      className={styles.icon}
      aria-pressed={isOn}
      aria-label="Sonido cuando entra un pedido"
      title={isOn ? 'Sonido activado' : 'Sonido apagado'}
      onClick={toggleSound}
    >
      <Icon size={20} aria-hidden />
    </button>
  )
}

function Who() {
  const nombre = useSession()?.nombre ?? ''
  async function leave() {
    // Whatever becomes of the call (no network, an old token), this browser forgets the session
    await ask('POST /api/mostrador/salir').catch(() => null)
    endSession()
  }
  return (
    <div className={styles.who}>
      <i aria-hidden>{initials(nombre)}</i>
      <span>{nombre.split(' ')[0]}</span>
      <button type="button" className={styles.icon} onClick={leave} aria-label="Salir" title="Salir">
        <LogOut size={20} aria-hidden />
      </button>
    </div>
  )
}

const initials = (nombre: string): string =>
  nombre
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('') || '·'
