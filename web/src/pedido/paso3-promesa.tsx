import { promesaText } from '@imprimitodo/shared/rules/promesa'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { serverNow } from '../api/clock.ts'
import { dataOf } from '../api/query-client.ts'
import type { Contacto } from './carrito-state.ts'
import styles from './paso3.module.css'

/** When it would be ready if it was paid now, by the chosen branch; nothing where that is not known. */
export function Promesa({
  pedidoId: pedido_id,
  contacto: { sucursal, modo },
}: {
  pedidoId: string
  contacto: Contacto
}) {
  const { data: estimado } = useQuery({
    queryKey: ['promesa', pedido_id, sucursal],
    queryFn: async ({ signal }) => {
      const asked = call('GET /api/pedidos/:pedido_id', {
        params: { pedido_id },
        query: { sucursal },
        signal,
      })
      return (await dataOf(asked)).prometido_estimado
    },
    enabled: sucursal !== '',
    staleTime: 0,
    refetchInterval: 60_000, // the queue moves
  })
  if (!sucursal || !estimado) return null
  const when = promesaText(estimado, new Date(serverNow()))
  return (
    <p className={styles.reason}>
      {modo === 'delivery'
        ? 'Si lo pagás ahora, sale para tu dirección '
        : 'Si lo pagás ahora, lo tenés listo '}
      <b>{when}</b>.
    </p>
  )
}
