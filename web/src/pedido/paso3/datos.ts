import { FALLBACK_DELIVERY, ROUTE_FAILED } from '@imprimitodo/shared/rules/entrega'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { configQuery, pedidoQuery } from '../../api/queries.ts'
import { dataOf, RefusedError } from '../../api/query-client.ts'
import type { Contacto } from '../carrito-state.ts'
import { useSettled } from '../use-settled.ts'
import type { Calculo } from './modelo.ts'

export const pedidoKey = (pedidoId: string) => pedidoQuery(pedidoId).queryKey

/** The shop's delivery settings, with defaults until they arrive or when they do not. */
export function useDeliveryConfig() {
  const { data, isError } = useQuery(configQuery)
  const { radioPermitido, precioDelivery: precioDeliveryBase } = data ?? FALLBACK_DELIVERY
  return { radioPermitido, precioDeliveryBase, failed: isError && !data }
}

/**
 * Distance and cost of the delivery, from the server. The address counts once typing paused or the field was left:
 * `settle` is for its blur.
 */
export function useCalculo(contacto: Contacto): { calculo: Calculo; settle: () => void; retry: () => void } {
  const { sucursal, lat, lng } = contacto
  const direccion = contacto.direccion.trim()
  const [settled, settle] = useSettled(direccion)
  const enabled = contacto.modo === 'delivery' && sucursal !== '' && settled !== ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['cotizar', sucursal, settled, lat, lng],
    queryFn: ({ signal }) =>
      dataOf(
        call('POST /api/entregas/cotizar', { body: { sucursal, direccion: settled, lat, lng }, signal }),
      ),
    enabled,
    retry: false,
    staleTime: 10 * 60_000,
  })
  const calculo = ((): Calculo => {
    if (!sucursal || !direccion) return { kind: 'sin-datos' }
    if (direccion !== settled || isFetching) return { kind: 'calculando' }
    if (error) return { kind: 'falla', text: textOf(error) }
    return data ? { kind: 'lista', entrega: data } : { kind: 'calculando' }
  })()
  return { calculo, settle, retry: () => void refetch() }
}

const textOf = (error: Error): string =>
  error instanceof RefusedError && error.status === 429 ? error.message : ROUTE_FAILED
