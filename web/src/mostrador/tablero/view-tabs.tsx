import { CERRADOS, ESTADO_TITLES } from '@imprimitodo/shared/rules/compra/pedido'
import { Link } from '../../ui/link.tsx'
import { type Filtros, searchOf } from './filtros.ts'
import styles from './tablero.module.css'

/** Above the list: back to the board, and which closed orders. Links, so that each view has its address. */
export function ViewTabs({ filtros }: { filtros: Filtros }) {
  const link = (lista: Filtros['lista'], text: string, isCurrent = lista === filtros.lista) => (
    <Link
      key={text}
      to={`/mostrador${searchOf({ ...filtros, lista })}`}
      aria-current={isCurrent ? 'true' : undefined}
    >
      {text}
    </Link>
  )
  return (
    <>
      <nav className={styles.tabs} aria-label="Vista">
        {link(null, 'Tablero')}
        {link('cerrados', 'Cerrados', true)}
      </nav>
      <nav className={styles.states} aria-label="Estado">
        {link('cerrados', 'Todos')}
        {CERRADOS.map((estado) => link(estado, ESTADO_TITLES[estado]))}
      </nav>
    </>
  )
}
