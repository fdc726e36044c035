import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { ESTADO_TITLES } from '@imprimitodo/shared/rules/compra/pedido'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import { ArrowDown } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { enTarjeta } from '../impresion/textos.ts'
import { useMostradorSession } from '../session/session.ts'
import { useNow } from '../use-now.ts'
import { CardSkeletons } from './card-skeletons.tsx'
import { accionOf } from './choose.ts'
import { type Columna, type Filtros, searchOf } from './filtros.ts'
import { goToPedido, useNuevos } from './nuevos.ts'
import { PedidoCard } from './pedido-card.tsx'
import styles from './tablero.module.css'
import type { ActosDeFila } from './use-actos.ts'

const EMPTY: Record<Columna, string> = {
  confirmado: 'Nadie está por pagar.',
  pagado: 'Nada espera producción.',
  en_produccion: 'Nada en producción.',
  listo: 'Nada para entregar.',
}

/** The works being printed, by order, and their printers. */
type EnCurso = {
  vivas: ReadonlyMap<string | null, readonly Impresion[]>
  impresoras: readonly Impresora[]
}

/** All data that the columns are drawn from. */
export type Tablero = {
  filtros: Filtros
  impresion: EnCurso
  elegidos: ReadonlySet<string>
  busy: ReadonlySet<string>
  actos: ActosDeFila
  /** The rows are still those of the earlier filters. */
  isFormer: boolean
}

/**
 * The orders of one state, as cards. `filas`: null while they load; `total`: their number, including those
 * not shown. `nuevos`: those among all that came in and were not looked at yet.
 */
export function Column({
  estado,
  filas,
  total,
  nuevos,
  tablero,
}: {
  estado: Columna
  filas: readonly PedidoFila[] | null
  total: number | null
  nuevos: readonly PedidoFila[]
  tablero: Tablero
}) {
  const { filtros, isFormer } = tablero
  const heading = `columna-${estado}`
  const isNarrowed = filtros.texto !== '' || filtros.ver.length > 0
  const isCut = filas !== null && total !== null && filas.length < total && filtros.ver.length === 0
  return (
    <section aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} tabIndex={-1}>
          {ESTADO_TITLES[estado]} {total !== null && <b>{total}</b>}
        </h2>
        <Nuevos nuevos={nuevos} />
        {nuevos.length === 0 && filas && <Suma estado={estado} filas={filas} />}
      </div>
      {!filas && <CardSkeletons label={ESTADO_TITLES[estado]} />}
      {/* That nothing was found is said once, instead of all four columns */}
      {filas?.length === 0 && !isNarrowed && <p className={styles.empty}>{EMPTY[estado]}</p>}
      {filas && filas.length > 0 && (
        <ul className={cx(styles.cards, isFormer && styles.former)} aria-busy={isFormer} data-quieto>
          <Cards filas={filas} tablero={tablero} />
        </ul>
      )}
      {isCut && (
        <p className={styles.cut}>
          Acá están los primeros {filas.length} de {total}. Con la búsqueda aparecen los demás.
        </p>
      )}
    </section>
  )
}

function Cards({ filas, tablero }: { filas: readonly PedidoFila[]; tablero: Tablero }) {
  const { filtros, impresion, elegidos, busy, actos } = tablero
  const session = useMostradorSession()
  const marked = useNuevos()
  const search = searchOf(filtros)
  return filas.map((fila) => {
    const { pedido_id } = fila
    const own = impresion.vivas.get(pedido_id) ?? []
    const printing = enTarjeta(own, impresion.impresoras, fila.impresos)
    return (
      <PedidoCard
        key={pedido_id}
        fila={fila}
        to={`/mostrador/pedidos/${pedido_id}${search}`}
        texto={printing?.text ?? null}
        isUrgent={printing?.tone === 'atencion'}
        enlace={printing?.accion ?? null}
        accion={accionOf(haciblePor(fila, impresion))}
        isOn={elegidos.has(pedido_id)}
        isNuevo={marked.has(pedido_id)}
        isBusy={busy.has(pedido_id)}
        conSucursal={filtros.sucursal === '' && !session?.sucursal}
        yo={session?.id}
        isDueno={session?.rol === 'dueno'}
        actos={actos}
      />
    )
  })
}

export const haciblePor = (fila: PedidoFila, { vivas, impresoras }: EnCurso) => ({
  fila,
  hasPrinter: impresoras.some((one) => one.sucursal === fila.sucursal && !isTermica(one)),
  isUnderWay: (vivas.get(fila.pedido_id)?.length ?? 0) > 0,
})

/** The number of orders that came in meanwhile; leads to the first of them. */
function Nuevos({ nuevos }: { nuevos: readonly PedidoFila[] }) {
  const [first] = nuevos
  if (!first) return null
  return (
    <button type="button" className={styles.nuevos} onClick={() => goToPedido(first.pedido_id)}>
      <ArrowDown size={14} strokeWidth={2.4} aria-hidden />
      {count(nuevos.length, 'recién entró', 'recién entraron')} · <u>Ver</u>
    </button>
  )
}

const OLD_MS = 5 * 24 * 3600_000

/** The column's sum: money to be paid, sheets to be printed, or orders not picked up. */
function Suma({ estado, filas }: { estado: Columna; filas: readonly PedidoFila[] }) {
  const now = useNow()
  const hojas = filas.reduce((sum, { hojas_byn, hojas_color }) => sum + hojas_byn + hojas_color, 0)
  const pesos = filas.reduce((sum, { importe_final }) => sum + importe_final, 0)
  const old = filas.filter(({ confirmado }) => now - Date.parse(confirmado) > OLD_MS).length
  if (filas.length === 0 || (estado === 'listo' && old === 0)) return null
  const text =
    estado === 'confirmado'
      ? formatPesos(pesos)
      : estado === 'listo'
        ? `${old} de hace más de 5 días`
        : count(hojas, 'hoja')
  return <span className={styles.suma}>{text}</span>
}
