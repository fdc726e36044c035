import type { PedidoDelNavegador } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { queryOptions } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { call } from '../api/call.ts'
import { PEDIDO_KEY } from '../api/queries.ts'
import { dataOf } from '../api/query-client.ts'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import styles from './navegador.module.css'

/** The orders that were bought in this browser or proved to be its own. */
export const navegadorQuery = queryOptions({
  queryKey: [...PEDIDO_KEY, 'navegador'],
  queryFn: ({ signal }) => dataOf(call('GET /api/pedidos', { signal })),
  staleTime: 0,
})

/** The state of an order in a line, for the customer. */
function lineOf({ estado, modo_entrega, sucursal, prometido }: PedidoDelNavegador): string {
  const isDelivery = modo_entrega === 'delivery'
  const when = prometido ? `, para el ${formatMoment(prometido).toLowerCase()} h` : ''
  switch (estado) {
    case 'borrador':
    case 'confirmado':
      return 'Falta el pago'
    case 'pagado':
      return `En la fila de impresión${when}`
    case 'en_produccion':
      return `Lo estamos imprimiendo${when}`
    case 'listo':
      return isDelivery ? 'Listo: te lo llevamos' : `Listo para retirar en ${sucursal}`
    case 'entregado':
      return 'Entregado'
    case 'cancelado':
      return 'Cancelado'
    case 'vencido':
      return 'Venció sin pagarse'
    case 'reembolsado':
      return 'Te devolvimos el pago'
  }
}

export function ListaPedidos({ pedidos }: { pedidos: readonly PedidoDelNavegador[] }) {
  return (
    <ul className={styles.list}>
      {pedidos.map((pedido) => (
        <li key={pedido.pedido_id}>
          <Link to={`/pedido/${pedido.pedido_id}`} className={styles.pedido}>
            <b>
              <span className="visually-hidden">Pedido </span>
              {pedido.numero}
            </b>
            <span className={cx(styles.line, pedido.estado === 'listo' && styles.ready)}>
              {lineOf(pedido)}
              <small>
                {formatMoment(pedido.confirmado)} · {formatPesos(pedido.importe_final)}
              </small>
            </span>
            <ChevronRight size={20} strokeWidth={2.4} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}
