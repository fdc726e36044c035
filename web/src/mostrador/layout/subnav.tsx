import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { NavLink } from '../../ui/link.tsx'
import { ask } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'
import styles from './subnav.module.css'
import { Tabs } from './tabs.tsx'

const EVERY_MS = 120_000

/** How many arrepentimientos wait for an answer; for people who may answer them. */
export function useArrepentimientosAbiertos(): number {
  const session = useMostradorSession()
  const { data } = useQuery({
    queryKey: ['arrepentimientos', 'abiertos'],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/arrepentimientos', { query: { cuales: 'abiertos' }, signal })),
    enabled: session !== null && seesAll(session),
    refetchInterval: EVERY_MS,
  })
  return data?.abiertos ?? 0
}

/** The owner, and people who work for all branches. */
const seesAll = ({ rol, sucursal }: { rol: string; sucursal: string | null }): boolean =>
  rol === 'dueno' || sucursal === null

/** Links between the screens of vouchers, sales and reports. */
export function Subnav() {
  const session = useMostradorSession()
  const abiertos = useArrepentimientosAbiertos()
  if (!session || !seesAll(session)) return null
  return (
    <Tabs className={styles.subnav} label="Reportes y papeles">
      <NavLink to="/mostrador/reportes">Reportes</NavLink>
      <NavLink to="/mostrador/comprobantes">Comprobantes</NavLink>
      <NavLink to="/mostrador/arrepentimientos">Arrepentimientos{abiertos > 0 && ` (${abiertos})`}</NavLink>
      <NavLink to="/mostrador/salud">Salud</NavLink>
    </Tabs>
  )
}
