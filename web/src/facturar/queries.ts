import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { PEDIDO_KEY } from '../api/queries.ts'
import { dataOf, isRefusedFor } from '../api/query-client.ts'

/** How often an invoice that waits for ARCA is polled. */
const WAITING_MS = 5_000

/** A stranger types the e-mail instead. A query that is asked again shows that it loads, and the text would be lost. */
const unlessAjeno = ({ state }: { state: { error: Error | null } }): boolean =>
  !isRefusedFor(state.error, 'pedido_ajeno')

/** Which order: the one that is named, or the browser's last paid one. */
export const paraFacturarQuery = (pedido_id: string | null) =>
  queryOptions({
    queryKey: [...PEDIDO_KEY, 'para-facturar', pedido_id],
    queryFn: ({ signal }) =>
      dataOf(call('POST /api/pedido_para_facturar/', { body: pedido_id ? { pedido_id } : {}, signal })),
    // Once for each visit: if another order is paid in another tab, a half-filled form stays that of its own
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: unlessAjeno,
    refetchOnReconnect: unlessAjeno,
  })

export const estadoQuery = (pedido_id: string) =>
  queryOptions({
    queryKey: [...PEDIDO_KEY, 'estado-factura', pedido_id],
    queryFn: ({ signal }) =>
      dataOf(call('POST /api/estado_pedido/:pedido_id/', { params: { pedido_id }, body: {}, signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: unlessAjeno,
    refetchOnReconnect: unlessAjeno,
    refetchInterval: ({ state }) => (state.data?.en_proceso ? WAITING_MS : false),
  })

/** ARCA's register entry of a CUIT: it only helps to fill the form, so its failures are not shown. */
export const padronQuery = (pedido_id: string, cuit: string) =>
  queryOptions({
    queryKey: [...PEDIDO_KEY, 'padron', pedido_id, cuit],
    queryFn: ({ signal }) => dataOf(call('POST /api/facturas/padron', { body: { pedido_id, cuit }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
