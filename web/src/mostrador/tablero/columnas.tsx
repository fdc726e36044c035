import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { ESTADO_TITLES, TABLERO } from '@imprimitodo/shared/rules/compra/pedido'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { useMedia } from '../../ui/state/use-media.ts'
import type { Columna } from './filtros.ts'
import styles from './tablero.module.css'

/** The number of orders of each state; undefined while it loads. */
export type Totales = Record<Columna, number> | undefined

export type Visible = {
  columnas: readonly Columna[]
  /** The only column that a phone shows. */
  tab: Columna | null
  /** The column that a tablet folds. */
  spine: Columna | null
  show: (estado: Columna) => void
}

let lastTab: Columna = 'pagado'

/**
 * Four columns; on a tablet three and a folded one, by default the unpaid orders, else the last; on a phone
 * one.
 */
export function useColumnas(): Visible {
  const isPhone = useMedia('(max-width: 640px)')
  const isTablet = useMedia('(max-width: 1000px)') && !isPhone
  const [tab, setTab] = useState(lastTab)
  const [spine, setSpine] = useState<Columna>('confirmado')
  if (isPhone) {
    const show = (estado: Columna) => {
      lastTab = estado
      setTab(estado)
    }
    return { columnas: [tab], tab, spine: null, show }
  }
  if (!isTablet) return { columnas: TABLERO, tab: null, spine: null, show: () => {} }
  const other = spine === 'confirmado' ? 'listo' : 'confirmado'
  const show = (estado: Columna) => estado === spine && setSpine(other)
  return { columnas: TABLERO.filter((one) => one !== spine), tab: null, spine, show }
}

export function Spine({ visible: { spine, show }, totales }: { visible: Visible; totales: Totales }) {
  if (!spine) return null
  return (
    <button type="button" className={cx(styles.spine, styles[spine])} onClick={() => show(spine)}>
      <span>
        <span className="visually-hidden">Ver la columna </span>
        {ESTADO_TITLES[spine]}
      </span>
      <b>{totales?.[spine] ?? '…'}</b>
    </button>
  )
}

/** Tabs for one column at a time, with the number of orders of each, and a dot where there are new ones. */
export function ColumnaTabs({
  visible: { tab, show },
  totales,
  nuevos,
}: {
  visible: Visible
  totales: Totales
  nuevos: ReadonlyMap<string, readonly PedidoFila[]>
}) {
  if (tab === null) return null
  return (
    <nav className={styles.columnas} aria-label="Columnas">
      {TABLERO.map((estado) => (
        <button
          key={estado}
          type="button"
          aria-current={estado === tab ? 'true' : undefined}
          onClick={() => show(estado)}
        >
          <b>{totales?.[estado] ?? '…'}</b> {ESTADO_TITLES[estado]}
          {(nuevos.get(estado)?.length ?? 0) > 0 && (
            <i>
              <span className="visually-hidden">, con nuevos</span>
            </i>
          )}
        </button>
      ))}
    </nav>
  )
}
