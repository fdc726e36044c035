import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { isFacturable } from '@imprimitodo/shared/rules/dinero/factura'
import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../../api/query-client.ts'
import { AskFactura, FACTURA_TITLES, FacturaPdf, facturaTitle } from '../../factura.tsx'
import { comprobantesKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import { useMostradorSession } from '../../session/session.ts'
import styles from './side.module.css'

/** ARCA takes seconds or hours: the screen polls until it has answered. */
const AGAIN_MS = 3000

/** The order's vouchers: to a final consumer at once, with the customer's CUIT on the customers' own form. */
export function ComprobanteDePedido({ pedido }: { pedido: PedidoMostrador }) {
  const { pedido_id, numero } = pedido
  const isOffered = isFacturable(pedido)
  const seesAll = useMostradorSession()?.sucursal === null
  const { data } = useQuery({
    queryKey: [...comprobantesKey, pedido_id],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/pedidos/:pedido_id/comprobantes', { params: { pedido_id }, signal })),
    enabled: isOffered || pedido.pagos.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.facturas.some(({ estado }) => estado === 'pendiente' || estado === 'pidiendo')
        ? AGAIN_MS
        : false,
  })
  if (!data || (!isOffered && data.facturas.length === 0)) return null
  return (
    <section className={styles.block} aria-labelledby="comprobante">
      <h2 id="comprobante">Comprobante</h2>
      {data.facturas.length > 0 ? (
        <div role="status">
          <ul className={styles.vouchers}>
            {data.facturas.map((fila) => (
              <li key={fila.id}>
                <span>
                  <b>{facturaTitle(fila)}</b> · {FACTURA_TITLES[fila.estado]}
                  <br />
                  {fila.nombre || 'Consumidor final'}, {formatMoment(fila.cuando)}
                  {fila.observaciones.length > 0 && `. ${fila.observaciones.join(' ')}`}
                </span>
                {fila.url_pdf && <FacturaPdf fila={fila} url={fila.url_pdf} />}
                {fila.estado === 'rechazada' && seesAll && (
                  <AskFactura id={fila.id} pedido_id={pedido_id} pedido_numero={numero} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p className="muted">Todavía no tiene. Sale a consumidor final.</p>
          <AskFactura id={null} pedido_id={pedido_id} pedido_numero={numero} />
          <p className={styles.links}>
            <a href={`/facturar?pedido=${pedido_id}` satisfies PageAddress} target="_blank" rel="noopener">
              Con el CUIT del cliente<span className="visually-hidden"> (se abre en otra pestaña)</span>
            </a>
          </p>
        </>
      )}
    </section>
  )
}
