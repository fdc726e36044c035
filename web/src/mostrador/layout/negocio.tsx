import { Outlet } from 'react-router'
import { NavLink } from '../../ui/link.tsx'
import { useApertura } from '../apertura/queries.ts'
import styles from './negocio.module.css'
import { Tabs } from './tabs.tsx'

/** The owner's screens, below /mostrador, with their names in the navigation. */
const PAGES = [
  ['ajustes', 'Precios y ajustes'],
  ['dueno/catalogo', 'Catálogo'],
  ['dueno/premios', 'Premios'],
  ['dueno/sucursales', 'Sucursales'],
  ['dueno/negocio', 'Datos del negocio'],
  ['dueno/personas', 'Personas'],
  ['dueno/clientes', 'Clientes'],
  ['cuentas-corrientes', 'Cuentas corrientes'],
  ['dueno/cambios', 'Cambios'],
  ['dueno/seguridad', 'Seguridad'],
  ['proveedores', 'Proveedores'],
] as const

/** Whether that address is one of the owner's screens. */
export const isOfNegocio = (pathname: string): boolean =>
  /^\/mostrador\/(ajustes|dueno|proveedores|cuentas-corrientes)(\/|$)/.test(pathname)

/** The frame of the owner's screens: their navigation beside them, or above them on a narrow screen. */
export function Negocio() {
  const { data } = useApertura()
  return (
    <div className={styles.negocio}>
      <Tabs className={styles.nav} label="Negocio">
        {data && !data.abierta && <NavLink to="/mostrador/dueno/para-abrir">Para abrir</NavLink>}
        {PAGES.map(([path, name]) => (
          <NavLink key={path} to={`/mostrador/${path}`}>
            {name}
          </NavLink>
        ))}
      </Tabs>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  )
}
