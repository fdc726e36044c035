import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { placeOf, ROAD_FACTOR, straightKm } from '@imprimitodo/shared/rules/compra/entrega'
import type { useSucursales } from '../../queries.ts'
import styles from './side.module.css'

const km = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 })

/** The delivery address, and the money to collect there. For a pickup the head says so. */
export function EntregaDePedido({ pedido }: { pedido: PedidoMostrador }) {
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

/**
 * A warning before another branch delivers the order. Its distance from the address is unknown, since the pin is not
 * kept.
 */
export function envioDesde(
  { sucursal, distancia_km, costo_delivery }: PedidoMostrador,
  to: string,
  sucursales: ReturnType<typeof useSucursales>['data'],
): string {
  const [here, there] = [sucursal, to].map((nombre) => {
    const found = sucursales?.find((one) => one.nombre === nombre)
    return found && placeOf(found)
  })
  const envio =
    distancia_km === null ? 'Es un envío' : `Es un envío a ${km.format(distancia_km)} km de ${sucursal}`
  const lejos = here && there && Math.round(straightKm(here, there) * ROAD_FACTOR)
  const donde = lejos
    ? `, y ${to} está a unos ${lejos} km de ${distancia_km === null ? sucursal : 'ahí'}`
    : ''
  const sin = there === null ? ` Desde ${to} no se hacen envíos todavía.` : ''
  return `${envio}${donde}.${sin} El cliente paga ${formatPesos(costo_delivery)} al recibirlo, como se le dijo: fijate que desde ${to} lleguen.`
}
