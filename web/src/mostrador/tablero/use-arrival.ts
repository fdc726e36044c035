import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { TABLERO } from '@imprimitodo/shared/rules/compra/pedido'
import { useEffect, useRef } from 'react'
import { useNavigate } from '../../ui/link.tsx'
import type { Visible } from './columnas.tsx'
import { type Columna, type Filtros, searchOf } from './filtros.ts'
import { goToPedido, useIrA } from './nuevos.ts'

type Arrival = {
  filas: readonly PedidoFila[]
  pedidos: readonly PedidoFila[] | undefined
  filtros: Filtros
  isFetching: boolean
  show: (estado: Columna) => void
}

/** Focuses an order as soon as it is drawn. Filters that hide it are removed. */
export function useArrival({ filas, pedidos, filtros, isFetching, show }: Arrival): void {
  const id = useIrA()
  const navigate = useNavigate()
  useEffect(() => {
    if (id === null || !pedidos) return
    const fila = filas.find(({ pedido_id }) => pedido_id === id)
    if (!fila) {
      if (pedidos.some(({ pedido_id }) => pedido_id === id))
        navigate(`/mostrador${searchOf({ ...filtros, ver: [] })}`, { replace: true })
      else if (!isFetching) goToPedido(null)
      return
    }
    const estado = TABLERO.find((one) => one === fila.estado)
    if (reach(id)) goToPedido(null)
    else if (estado) show(estado)
  })
}

/** False: its card is not drawn yet. */
function reach(pedido_id: string): boolean {
  const card = document.querySelector<HTMLElement>(`[data-pedido="${pedido_id}"]`)
  card?.scrollIntoView({ block: 'center' })
  card?.querySelector('a')?.focus({ preventScroll: true })
  return card !== null
}

/**
 * After a search a phone shows the column of the first result, preferably of the order with that number; a tablet
 * unfolds it.
 */
export function useFind(texto: string, filas: readonly PedidoFila[], { columnas, show }: Visible): void {
  const looked = useRef('')
  useEffect(() => {
    if (looked.current === texto || filas.length === 0) return
    looked.current = texto
    const exact = filas.find(({ numero }) => String(numero) === texto.replace('#', ''))
    const isHere = filas.some(({ estado }) => columnas.some((one) => one === estado))
    const found = TABLERO.find((estado) => estado === (exact ?? filas[0])?.estado)
    if (texto && found && (exact || !isHere)) show(found)
  })
}
