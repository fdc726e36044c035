import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import styles from './side.module.css'

const km = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

/** The delivery address, and the money to collect there. For a pickup the head says so. */
export function Entrega({ pedido }: { pedido: PedidoMostrador }) {
  const { modo_entrega, direccion_entrega, costo_delivery, distancia_km, distancia_estimada } = pedido
  if (modo_entrega !== 'delivery') return null
  return (
    <section className={styles.block} aria-labelledby="entrega">
      <h2 id="entrega">Envío</h2>
      <p className={styles.contact}>
        <b>{direccion_entrega}</b>
        {distancia_km !== null && (
          <span>
            A {km.format(distancia_km)} km de {pedido.sucursal}
            {distancia_estimada && ', distancia estimada: conviene confirmarla'}
          </span>
        )}
      </p>
      <dl className={styles.amounts}>
        <dt>Se cobra al entregar</dt>
        <dd>{formatPesos(costo_delivery)}</dd>
      </dl>
    </section>
  )
}
