import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { CERRADOS, TABLERO } from '@imprimitodo/shared/rules/compra/pedido'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { useEntreToques } from '../entre-toques.ts'
import { useImpresionesVivas, useImpresoras } from '../impresion/queries.ts'
import { Heading } from '../layout/heading.tsx'
import { LoadError } from '../loading.tsx'
import { useMostradorSession } from '../session/session.ts'
import { useNow } from '../use-now.ts'
import { Ancla } from './ancla.tsx'
import { rangeOf, splitElegidos } from './choose.ts'
import { ClosedList } from './closed-list.tsx'
import { Column, haciblePor, type Tablero } from './column.tsx'
import { ColumnaTabs, Spine, type Totales, useColumnas } from './columnas.tsx'
import { useDensidad } from './densidad.ts'
import { AjenosDialog, Elegidos } from './elegidos.tsx'
import type { Columna, Filtros } from './filtros.ts'
import { Herramientas } from './herramientas.tsx'
import { noteFilas, useNuevos } from './nuevos.ts'
import { SinPedidos } from './sin-pedidos.tsx'
import styles from './tablero.module.css'
import { useActos } from './use-actos.ts'
import { useArrival, useFind } from './use-arrival.ts'
import { useFoco } from './use-foco.ts'
import { useTablero } from './use-tablero.ts'
import { useVarios } from './use-varios.ts'
import { shownOf } from './ver.ts'

const NO_FILAS: readonly PedidoFila[] = []

/** The open orders in four columns. */
export function TableroView({ filtros }: { filtros: Filtros }) {
  const query = useTablero(filtros)
  // Nothing moves under a finger, nor under a mouse that is being aimed
  const data = useEntreToques(query.data)
  const pedidos = data?.pedidos
  const { filas, all } = useFilas(pedidos, filtros)
  const nuevos = useNuevosOf(filtros, query.isPlaceholderData ? undefined : pedidos)
  const eleccion = useEleccion(filas)
  const { actos, busy, asking, ajenos, closeAjenos } = useActos(eleccion.tick)
  const varios = useVarios(eleccion.untick)
  const yo = useMostradorSession()?.id
  const impresion = useEnCurso(filtros.sucursal)
  const { comoda } = useDensidad()
  const visible = useColumnas()
  useFoco()
  useArrival({ filas, pedidos, filtros, isFetching: query.isFetching, show: visible.show })
  useFind(query.isPlaceholderData ? '' : filtros.texto.trim(), filas, visible)
  const { elegidos } = eleccion
  const chosen = filas.filter(({ pedido_id }) => elegidos.has(pedido_id))
  const parts = splitElegidos(chosen.map((fila) => haciblePor(fila, impresion)))
  const tablero: Tablero = {
    filtros,
    impresion,
    elegidos,
    busy,
    actos,
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
            onDo={(accion, of) =>
              asking({ accion, filas: of, run: (some) => varios.mutate({ accion, filas: some }) })
            }
            backTo={eleccion.anchor}
            onClose={eleccion.clear}
          />
        )}
      </Herramientas>
      <ColumnaTabs visible={visible} totales={data?.totales} nuevos={nuevos} />
      {query.error && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {data?.en_otra && !query.isPlaceholderData && (
        <Notice>
          El pedido {data.en_otra.numero} es de {data.en_otra.sucursal}.
        </Notice>
      )}
      {filas.length === 0 && pedidos ? (
        <SinPedidos filtros={filtros} isNarrowed={isNarrowed} hasOthers={pedidos.length > 0} />
      ) : (
        !(query.error && !pedidos) && (
          <Ancla className={cx(styles.board, visible.spine && styles.withSpine)}>
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
          </Ancla>
        )
      )}
      {/* The searched order may have been handed over already */}
      {filtros.texto.trim() !== '' && (
        <ClosedList title="Fuera del tablero" estados={CERRADOS} filtros={filtros} quiet />
      )}
      {ajenos && <AjenosDialog ajenos={ajenos} yo={yo} onClose={closeAjenos} />}
    </div>
  )
}

/** The number of all orders; with a filter, of those that match it. */
function totalOf(totales: Totales, { ver }: Filtros, estado: Columna, filas: readonly PedidoFila[]) {
  if (!totales) return null
  return ver.length > 0 ? filas.filter((fila) => fila.estado === estado).length : totales[estado]
}

/**
 * So many cards of a column fill any screen: the others are drawn right after the first paint, in small
 * batches.
 */
const FIRST = 10

/** The orders that match the filters, and those drawn so far, by column. */
function useFilas(pedidos: readonly PedidoFila[] | undefined, { ver }: Filtros) {
  const now = useNow()
  const yo = useMostradorSession()?.id
  const isRest = useDeferredValue(pedidos !== undefined, false)
  const filas = pedidos ? shownOf(pedidos, ver, { now, yo }) : NO_FILAS
  const all = Map.groupBy(filas, ({ estado }) => estado)
  if (!isRest) for (const [estado, of] of all) all.set(estado, of.slice(0, FIRST))
  return { filas, all }
}

/** The orders that came in and were not looked at yet, by column. */
function useNuevosOf({ sucursal, texto }: Filtros, pedidos: readonly PedidoFila[] | undefined) {
  const marked = useNuevos()
  // A search shows only some of the orders
  const isWhole = texto.trim() === ''
  useEffect(() => {
    if (pedidos && isWhole) noteFilas(sucursal, pedidos)
  }, [pedidos, sucursal, isWhole])
  const fresh = pedidos?.filter(({ pedido_id }) => marked.get(pedido_id) === false) ?? []
  return Map.groupBy(fresh, ({ estado }) => estado)
}

/** The ticked orders among those shown. Escape or an action unticks them. */
function useEleccion(filas: readonly PedidoFila[]) {
  const [elegidos, setElegidos] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  return {
    elegidos,
    anchor,
    tick(pedido_id: string, isRange: boolean) {
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
    untick(ids: readonly string[]) {
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
