import { ROL_TITLES } from '@imprimitodo/shared/rules/mostrador/rol'
import { Keyboard, LogOut, Menu as MenuIcon, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useMenu } from '../../ui/dialog/use-menu.ts'
import { type Address, NavLink } from '../../ui/link.tsx'
import { Atajos } from '../atajos/atajos-dialog.tsx'
import { toggleSound, useSound } from '../live/sound.ts'
import { ask } from '../session/ask.ts'
import { endSession, useMostradorSession } from '../session/session.ts'
import styles from './menu.module.css'

/** The links for which the bar has no room on a phone. */
const NARROW = [
  ['/mostrador/caja', 'Caja'],
  ['/mostrador/impresoras', 'Impresoras'],
  ['/mostrador/reportes', 'Reportes'],
] as const
const OWNER = [
  ['/mostrador/ajustes', 'Negocio'],
  ['/mostrador/salud', 'Salud del sistema'],
] as const

/** The signed-in person's menu, with settings of this computer: keys, sound, logout. */
export function Menu({ board }: { board: Address }) {
  const { open, setOpen, box, toggle } = useMenu<HTMLDivElement>()
  const [areKeysShown, showKeys] = useState(false)
  const session = useMostradorSession()
  const isLoud = useSound()
  const nombre = session?.nombre ?? ''
  const Sound = isLoud ? Volume2 : VolumeX

  async function leave() {
    // Even if the call fails (no network, an old token), this browser forgets the session
    await ask('POST /api/mostrador/salir').catch(() => null)
    endSession()
  }

  return (
    <div className={styles.menu} ref={box}>
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls="menu-mostrador"
        onClick={() => setOpen(!open)}
      >
        <i aria-hidden>{initials(nombre)}</i>
        <span className={styles.name}>{nombre.split(' ')[0]}</span>
        <MenuIcon size={20} aria-hidden />
        <span className="visually-hidden">Menú</span>
      </button>
      <ul id="menu-mostrador" className={styles.list} hidden={!open}>
        <li className={styles.who}>
          <b>{nombre}</b>
          <span className="muted">
            {session &&
              session.rol !== 'operador' &&
              `${ROL_TITLES[session.rol]}${session.rol === 'dueno' ? '' : ', '}`}
            {session?.rol !== 'dueno' && (session?.sucursal ?? 'Todas las sucursales')}
          </span>
        </li>
        {NARROW.map(([to, text]) => (
          <li key={to} className={styles.narrow}>
            <NavLink to={to}>{text}</NavLink>
          </li>
        ))}
        <li>
          <NavLink to="/mostrador/ventas">Ventas</NavLink>
        </li>
        <li>
          <NavLink to="/mostrador/cuentas-corrientes">Cuentas corrientes</NavLink>
        </li>
        {session?.rol === 'dueno' &&
          OWNER.map(([to, text]) => (
            <li key={to}>
              <NavLink to={to}>{text}</NavLink>
            </li>
          ))}
        <li>
          <NavLink to="/mostrador/cuenta">Mi cuenta</NavLink>
        </li>
        <li>
          <button type="button" aria-pressed={isLoud} onClick={toggleSound}>
            <Sound size={20} aria-hidden />
            Sonido de los avisos
            <span className={styles.state}>{isLoud ? 'Sí' : 'No'}</span>
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              showKeys(true)
            }}
          >
            <Keyboard size={20} aria-hidden />
            Atajos de teclado
            <kbd className={styles.state}>?</kbd>
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void leave()}>
            <LogOut size={20} aria-hidden />
            Salir
          </button>
        </li>
      </ul>
      <Atajos board={board} isOpen={areKeysShown} onOpen={showKeys} />
    </div>
  )
}

const initials = (nombre: string): string =>
  nombre
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('') || '·'
