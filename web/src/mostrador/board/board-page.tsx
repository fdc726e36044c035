import { TABLERO } from '@imprimitodo/shared/rules/pedido'
import { useLocation } from 'react-router'
import { AvisoParaAbrir } from '../ajustes/para-abrir.tsx'
import { useImpresionesVivas, useImpresoras } from '../impresion/datos.ts'
import { Verdad } from '../impresion/verdad.tsx'
import { Heading } from '../layout/heading.tsx'
import { useSession } from '../session/session.ts'
import styles from './board.module.css'
import { ClosedList } from './closed-list.tsx'
import { Column } from './column.tsx'
import { CERRADOS, readFiltros } from './filtros.ts'
import { Search } from './search.tsx'
import { useTablero } from './use-tablero.ts'
import { ViewTabs } from './view-tabs.tsx'

/** The orders: what is to be done as a board, what has left it as a list. */
export function BoardPage() {
  const session = useSession()
  const own = session?.sucursal
  const asked = readFiltros(useLocation().search)
  // Who works for one branch sees that one alone, whatever the address says
  const filtros = own ? { ...asked, sucursal: own } : asked
  const isBoard = filtros.lista === null
  useTablero()
  const { data: vivas } = useImpresionesVivas(filtros.sucursal)
  const { data: impresas } = useImpresoras()
  const impresion = { vivas: vivas ?? [], impresoras: impresas?.impresoras ?? [] }
  return (
    <>
      {session?.rol === 'dueno' && <AvisoParaAbrir />}
      {isBoard && <Verdad sucursal={filtros.sucursal} />}
      <div className={styles.tools}>
        <Heading title="Pedidos" />
        <Search filtros={filtros} />
        <ViewTabs filtros={filtros} />
      </div>
      {isBoard ? (
        <>
          <div className={styles.board}>
            {TABLERO.map((estado) => (
              <Column key={estado} estado={estado} filtros={filtros} impresion={impresion} />
            ))}
          </div>
          {/* A clerk who looks for an order may not know that it was handed over already */}
          {filtros.texto.trim() !== '' && (
            <ClosedList title="Fuera del tablero" estados={CERRADOS} filtros={filtros} quiet />
          )}
        </>
      ) : (
        <ClosedList
          key={filtros.lista}
          title="Cerrados"
          estados={filtros.lista === 'cerrados' || filtros.lista === null ? CERRADOS : [filtros.lista]}
          filtros={filtros}
        />
      )}
    </>
  )
}
