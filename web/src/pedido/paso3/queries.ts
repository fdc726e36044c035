import type { PromesasYPago } from '@imprimitodo/shared/api/pedidos'
import { ROUTE_FAILED } from '@imprimitodo/shared/rules/compra/entrega'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { vidrieraQuery } from '../../api/catalogo.ts'
import { cuponQuery, pendientesQuery } from '../../api/codigos.ts'
import { sucursalesQuery } from '../../api/queries.ts'
import { dataOf, RefusedError } from '../../api/query-client.ts'
import { CUENTA_KEY, useSession } from '../../api/session/session.ts'
import { useSettled } from '../../ui/state/use-settled.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import type { CalculoDeEntrega } from './modelo.ts'

/**
 * The contact with its branch: the chosen one, or else that of the account's last order, which this browser
 * may not know. A branch that no longer exists counts as none.
 */
export function useSucursal(contacto: Contacto, isAccount: boolean): Contacto {
  const { data: sucursales } = useQuery(sucursalesQuery)
  const isUnknown = !contacto.sucursal && !contacto.ultima
  const { data: ultimaDeLaCuenta } = useQuery({
    queryKey: [...CUENTA_KEY, 'ultima-sucursal'],
    queryFn: async ({ signal }) => (await dataOf(call('GET /api/clientes/pedidos', { signal }))).pedidos,
    select: ([last]) => last?.sucursal ?? '',
    enabled: isAccount && isUnknown,
  })
  const ultima = contacto.ultima || (isAccount && ultimaDeLaCuenta) || ''
  const sucursal = contacto.sucursal || ultima
  const exists = !sucursales || sucursales.some(({ nombre }) => nombre === sucursal)
  return { ...contacto, ultima, sucursal: exists ? sucursal : '' }
}

/**
 * Whether first answers that add lines above the Pay button are on their way: the order's, the account's codes, and
 * the shop's own data. One that failed once is not waited for: an order can be paid without it. The wait ends once:
 * a query that failed is pending again when it is asked for again, and Pay holds a payment under way and its message.
 */
export function useAreLinesAwaited(isPedidoAwaited: boolean): boolean {
  const { status } = useSession()
  const enabled = status === 'in'
  const answers = [
    useQuery(vidrieraQuery),
    useQuery({ ...pendientesQuery, enabled }),
    useQuery({ ...cuponQuery, enabled }),
  ]
  const isOneAwaited =
    isPedidoAwaited ||
    status === 'checking' ||
    answers.some(({ isLoading, failureCount }) => isLoading && failureCount === 0)
  const [isOver, setOver] = useState(false)
  if (!isOver && !isOneAwaited) setOver(true)
  return !isOver && isOneAwaited
}

const NOTHING: PromesasYPago = { promesas: [], pago: null }

/**
 * When it would be ready at each branch, and how it can be paid. Cached answers are not shown: the queue has
 * changed.
 */
export function usePromesasYPago(pedido_id: string): PromesasYPago {
  const { data, isError, isPaused } = useQuery({
    queryKey: ['para-pagar', pedido_id],
    queryFn: ({ signal }) =>
      dataOf(call('GET /api/pedidos/:pedido_id/para-pagar', { params: { pedido_id }, signal })),
    staleTime: 0,
    refetchInterval: 60_000,
  })
  return data && !isError && !isPaused ? data : { ...NOTHING, pago: data?.pago ?? null }
}

/** The key of the quotes for every address and branch. */
export const COTIZAR_KEY = ['cotizar'] as const

/**
 * Distance and cost of the delivery, from the server. The address counts once typing paused or the field was left:
 * `settle` is for its blur.
 */
export function useCalculo(contacto: Contacto): {
  calculo: CalculoDeEntrega
  settle: () => void
  retry: () => void
} {
  const { sucursal, lat, lng } = contacto
  const direccion = contacto.direccion.trim()
  const [settled, settle] = useSettled(direccion)
  const enabled = contacto.modo === 'delivery' && sucursal !== '' && settled !== ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...COTIZAR_KEY, sucursal, settled, lat, lng],
    queryFn: ({ signal }) =>
      dataOf(
        call('POST /api/entregas/cotizar', { body: { sucursal, direccion: settled, lat, lng }, signal }),
      ),
    enabled,
    retry: false,
    staleTime: 10 * 60_000,
  })
  const calculo = ((): CalculoDeEntrega => {
    if (!sucursal || !direccion) return { kind: 'sin-datos' }
    if (direccion !== settled || isFetching) return { kind: 'calculando' }
    if (error) return fallaOf(error)
    return data ? { kind: 'lista', entrega: data } : { kind: 'calculando' }
  })()
  return { calculo, settle, retry: () => void refetch() }
}

function fallaOf(error: Error): CalculoDeEntrega {
  const falla = { kind: 'falla', campo: 'direccion', text: ROUTE_FAILED } as const
  if (!(error instanceof RefusedError)) return falla
  if (error.codigo === 'sin_envios') return { ...falla, campo: 'sucursal', text: error.message }
  return error.codigo === 'limite' ? { ...falla, text: error.message } : falla
}
