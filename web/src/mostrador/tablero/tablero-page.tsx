import { CERRADOS } from '@imprimitodo/shared/rules/compra/pedido'
import { AvisoParaAbrir } from '../ajustes/para-abrir.tsx'
import { Heading } from '../layout/heading.tsx'
import { useMostradorSession } from '../session/session.ts'
import { ClosedList } from './closed-list.tsx'
import type { Filtros } from './filtros.ts'
import { Search } from './search.tsx'
import styles from './tablero.module.css'
import { TableroView } from './tablero-view.tsx'
import { useTableroFiltros } from './use-filtros.ts'
import { ViewTabs } from './view-tabs.tsx'

/** The orders: open ones as a board, closed ones as a list. */
export function TableroPage() {
  const session = useMostradorSession()
  const filtros = useTableroFiltros()
  return (
    <>
      {session?.rol === 'dueno' && <AvisoParaAbrir />}
      {filtros.lista === null ? (
        <TableroView filtros={filtros} />
      ) : (
        <Lista lista={filtros.lista} filtros={filtros} />
      )}
    </>
  )
}

function Lista({ lista, filtros }: { lista: NonNullable<Filtros['lista']>; filtros: Filtros }) {
  return (
    <>
      <div className={styles.tools}>
        <Heading title="Pedidos" />
        <Search filtros={filtros} />
        <ViewTabs filtros={filtros} />
      </div>
      <ClosedList
        key={lista}
        title="Cerrados"
        estados={lista === 'cerrados' ? CERRADOS : [lista]}
        filtros={filtros}
      />
    </>
  )
}
