import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { ESTADO_TITLES, TABLERO } from '@imprimitodo/shared/rules/pedido'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useEntreToques } from '../entre-toques.ts'
import { useImpresionesVivas, useImpresoras } from '../impresion/datos.ts'
import { Heading } from '../layout/heading.tsx'
import { useSession } from '../session/session.ts'
import { useNow } from '../use-now.ts'
import styles from './board.module.css'
import { ClosedList } from './closed-list.tsx'
import { Column, haciblePor, type Tablero } from './column.tsx'
import { useDensidad } from './densidad.ts'
import { AjenosDialog, Elegidos } from './elegidos.tsx'
import { rangeOf, repartir } from './elegir.ts'
import { CERRADOS, type Columna, type Filtros } from './filtros.ts'
import { Herramientas } from './herramientas.tsx'
import { LoadError } from './load-error.tsx'
import { goToPedido, noteFilas, useIrA, useNuevos } from './nuevos.ts'
import { SinPedidos } from './sin-pedidos.tsx'
import { useActos } from './use-actos.ts'
import { useFoco } from './use-foco.ts'
import { useTablero } from './use-tablero.ts'
import { useVarios } from './use-varios.ts'
import { verOf } from './ver.ts'

const NO_FILAS: readonly PedidoFila[] = []

/** What is to be done: the open orders in four columns. */
export function TableroView({ filtros }: { filtros: Filtros }) {
  const query = useTablero(filtros)
  // Nothing moves under a finger, nor under a mouse that aims
  const data = useEntreToques(query.data)
  const pedidos = data?.pedidos
  const { filas, all } = useFilas(pedidos, filtros)
  const nuevos = useNuevosDe(filtros, query.isPlaceholderData ? undefined : pedidos)
  const eleccion = useEleccion(filas)
  const { actos, busy, asking, ajenos, closeAjenos } = useActos(eleccion.elegir)
  const varios = useVarios(eleccion.quitar)
  const yo = useSession()?.id
  const impresion = useEnCurso(filtros.sucursal)
  const { comoda } = useDensidad()
  const visible = useColumnas()
  useFoco()
  useLlegar(filas, visible.show)
  useHallar(query.isPlaceholderData ? '' : filtros.texto.trim(), filas, visible)
  const { elegidos } = eleccion
  const chosen = filas.filter(({ pedido_id }) => elegidos.has(pedido_id))
  const parts = repartir(chosen.map((fila) => haciblePor(fila, impresion)))
  const tablero: Tablero = {
    ...{ filtros, impresion, elegidos, busy, actos },
    isFormer: query.isPlaceholderData,
  }
  const isNarrowed = filtros.texto !== '' || filtros.ver.length > 0
  return (
    <div className={styles.tablero} data-comoda={comoda || undefined}>
      <Heading title="Pedidos" />
      <Herramientas filtros={filtros} pedidos={pedidos}>
        {chosen.length > 0 && (
          <Elegidos
            all={chosen.length}
            parts={parts}
            isBusy={varios.isPending}
            onHacer={(accion, of) =>
              asking({ accion, filas: of, run: (some) => varios.mutate({ accion, filas: some }) })
            }
            onClose={eleccion.clear}
          />
        )}
      </Herramientas>
      <Tabs visible={visible} totales={data?.totales} nuevos={nuevos} />
      {query.error && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {filas.length === 0 && pedidos ? (
        <SinPedidos filtros={filtros} isNarrowed={isNarrowed} hasOthers={pedidos.length > 0} />
      ) : (
        !(query.error && !pedidos) && (
          <div className={cx(styles.board, visible.spine && styles.withSpine)}>
            <Spine visible={visible} totales={data?.totales} />
            {visible.columnas.map((estado) => (
              <Column
                key={estado}
                estado={estado}
                filas={pedidos ? (all.get(estado) ?? NO_FILAS) : null}
                total={totalOf(data?.totales, filtros, estado, filas)}
                nuevos={nuevos.get(estado) ?? NO_FILAS}
                tablero={tablero}
              />
            ))}
          </div>
        )
      )}
      {/* A clerk who looks for an order may not know that it was handed over already */}
      {filtros.texto.trim() !== '' && (
        <ClosedList title="Fuera del tablero" estados={CERRADOS} filtros={filtros} quiet />
      )}
      {ajenos && <AjenosDialog ajenos={ajenos} yo={yo} onClose={closeAjenos} />}
    </div>
  )
}

type Totales = Record<Columna, number> | undefined

/** All that there are; narrowed by a filter, those that the filter leaves. */
function totalOf(totales: Totales, { ver }: Filtros, estado: Columna, filas: readonly PedidoFila[]) {
  if (!totales) return null
  return ver.length > 0 ? filas.filter((fila) => fila.estado === estado).length : totales[estado]
}

/** So many of a column fill any screen: the others are drawn right after the first paint, in small pieces. */
const FIRST = 12

/** The orders that the filters leave, and what is drawn of them by column. */
function useFilas(pedidos: readonly PedidoFila[] | undefined, { ver }: Filtros) {
  const now = useNow()
  const yo = useSession()?.id
  const isRest = useDeferredValue(pedidos !== undefined, false)
  const filas = pedidos ? verOf(pedidos, ver, { now, yo }) : NO_FILAS
  const all = Map.groupBy(filas, ({ estado }) => estado)
  if (!isRest) for (const [estado, of] of all) all.set(estado, of.slice(0, FIRST))
  return { filas, all }
}

/** Those that came in and were not reached, by column. */
function useNuevosDe({ sucursal, texto }: Filtros, pedidos: readonly PedidoFila[] | undefined) {
  const marked = useNuevos()
  // A search shows only some of them
  const isWhole = texto.trim() === ''
  useEffect(() => {
    if (pedidos && isWhole) noteFilas(sucursal, pedidos)
  }, [pedidos, sucursal, isWhole])
  const fresh = pedidos?.filter(({ pedido_id }) => marked.get(pedido_id) === false) ?? []
  return Map.groupBy(fresh, ({ estado }) => estado)
}

/** What is ticked, as far as it is shown. Escape or an action ends it. */
function useEleccion(filas: readonly PedidoFila[]) {
  const [elegidos, setElegidos] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  return {
    elegidos,
    elegir(pedido_id: string, isRange: boolean) {
      const ids = TABLERO.flatMap((estado) => filas.filter((fila) => fila.estado === estado)).map(
        (fila) => fila.pedido_id,
      )
      const some = isRange ? rangeOf(ids, anchor, pedido_id) : [pedido_id]
      const isOff = !isRange && elegidos.has(pedido_id)
      const next = new Set(elegidos)
      for (const id of some) isOff ? next.delete(id) : next.add(id)
      setElegidos(next)
      setAnchor(pedido_id)
    },
    quitar(ids: readonly string[]) {
      setElegidos((was) => new Set([...was].filter((id) => !ids.includes(id))))
    },
    clear() {
      setElegidos(new Set())
    },
  }
}

function useEnCurso(sucursal: string): Tablero['impresion'] {
  const { data: vivas } = useImpresionesVivas(sucursal)
  const { data: impresas } = useImpresoras()
  return useMemo(
    () => ({
      vivas: Map.groupBy(vivas ?? [], ({ pedido_id }) => pedido_id),
      impresoras: impresas?.impresoras ?? [],
    }),
    [vivas, impresas],
  )
}

/** Goes to an order as soon as it is drawn. One that a filter hides is not there: then it stays wished for. */
function useLlegar(filas: readonly PedidoFila[], show: (estado: Columna) => void): void {
  const id = useIrA()
  useEffect(() => {
    const fila = filas.find(({ pedido_id }) => pedido_id === id)
    if (id === null || !fila) return
    const card = document.querySelector<HTMLElement>(`[data-pedido="${id}"]`)
    if (!card) {
      const estado = TABLERO.find((one) => one === fila.estado)
      if (estado) show(estado)
      return
    }
    goToPedido(null)
    card.scrollIntoView({ block: 'center' })
    card.querySelector('a')?.focus({ preventScroll: true })
  })
}

/** Of what was looked for, a phone shows the column where something was found; the number that it names before the others. */
function useHallar(texto: string, filas: readonly PedidoFila[], { tab, show }: Visible): void {
  const looked = useRef('')
  useEffect(() => {
    if (looked.current === texto || filas.length === 0) return
    looked.current = texto
    const exact = filas.find(({ numero }) => String(numero) === texto.replace('#', ''))
    const isHere = filas.some(({ estado }) => estado === tab)
    const found = TABLERO.find((estado) => estado === (exact ?? filas[0])?.estado)
    if (texto && tab !== null && found && (exact || !isHere)) show(found)
  })
}

type Visible = {
  columnas: readonly Columna[]
  /** On a phone: the one that is shown. */
  tab: Columna | null
  /** On a tablet: the one that is folded into a spine. */
  spine: Columna | null
  show: (estado: Columna) => void
}

let lastTab: Columna = 'pagado'

/** Four columns; on a tablet three, and the one that waits for its payment, or else the last, as a spine; on a phone one. */
function useColumnas(): Visible {
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

function Spine({ visible: { spine, show }, totales }: { visible: Visible; totales: Totales }) {
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

/** One column at a time: which, with how many each has, and a dot where new ones wait. */
function Tabs({
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
