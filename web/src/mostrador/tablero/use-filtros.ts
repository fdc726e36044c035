import { useLocation } from 'react-router'
import { useMostradorSession } from '../session/session.ts'
import { type Filtros, readFiltros } from './filtros.ts'

/**
 * The filters of the address. A person of one branch names none, whatever the address says: the server shows
 * them theirs alone, also once it is another one or has another name.
 */
export function useTableroFiltros(): Filtros {
  const own = useMostradorSession()?.sucursal
  const asked = readFiltros(useLocation().search)
  return own ? { ...asked, sucursal: '' } : asked
}
