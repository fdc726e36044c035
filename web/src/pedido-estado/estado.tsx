import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { promesaText } from '@imprimitodo/shared/rules/compra/promesa'
import { Check, X } from 'lucide-react'
import { serverNow } from '../api/clock.ts'
import { LinkButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { RegistrationMark } from '../ui/paper/registration-mark.tsx'
import { AyudaConElPago } from './ayuda.tsx'
import { Cupon } from './cupon.tsx'
import styles from './estado.module.css'
import { MissingArchivos } from './missing-archivos.tsx'
import { type Paso, pasosOf } from './pasos.ts'
import { PayNow } from './pay-now.tsx'
import { expectedOf, promiseTitle, relate } from './relato.ts'

/** The order's state, its promised time, and its steps; and the customer's next action. */
export function EstadoDePedido({ pedido, live }: { pedido: PedidoAnswer; live: boolean }) {
  const { title, text, tone, accion } = relate(pedido)
  const now = new Date(serverNow())
  const isMade = pedido.estado === 'pagado' || pedido.estado === 'en_produccion'
  const expected = isMade ? expectedOf(pedido) : null
  return (
    <div>
      <p className={styles.over}>
        <b>{pedido.numero === null ? 'Pedido sin confirmar' : `Pedido ${pedido.numero}`}</b>
        {live && (
          <span className={styles.live}>
            <i aria-hidden />
            En vivo
          </span>
        )}
      </p>
      {/* The state changes while the page is open: screen readers announce it */}
      <div role="status">
        <PageHeading title={title} />
        <p className={cx('lead', styles.text, tone === 'mal' && styles.bad)}>{text}</p>
      </div>
      <MissingArchivos pedido={pedido} />
      {expected && (
        <p className={styles.promise}>
          <span>{promiseTitle(pedido, now)}</span>
          <b>{upper(promesaText(expected, now))}</b>
        </p>
      )}
      {accion === 'pagar' && pedido.prometido_estimado && (
        <p className={cx('muted', styles.text)}>
          Si lo pagás ahora, lo tenés listo {promesaText(pedido.prometido_estimado, now)}.
        </p>
      )}
      <div className={styles.actions}>
        {accion === 'pagar' && <PayNow pedido={pedido} />}
        {accion === 'pagar' && pedido.acceso === 'completo' && <AyudaConElPago pedido={pedido} />}
        {accion === 'ver-pago' &&
          (pedido.cupon_numero ? (
            <Cupon pedido={pedido} numero={pedido.cupon_numero} />
          ) : (
            pedido.cupon && <PayNow pedido={pedido} label="Ver el cupón" url={pedido.cupon} />
          ))}
        {accion === 'ver-nuevo' && (
          <LinkButton variant="primary" to={`/pedido/${pedido.reemplazado_por}`}>
            Ver el pedido nuevo
          </LinkButton>
        )}
        {accion === 'seguir' && (
          <LinkButton variant="primary" to="/imprimitodo/paso3">
            Seguir con el pedido
          </LinkButton>
        )}
      </div>
      <ol className={styles.steps} aria-label="Estado del pedido">
        {pasosOf(pedido).map((paso) => (
          <Step key={paso.estado} paso={paso} />
        ))}
      </ol>
    </div>
  )
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function Step({ paso: { title, note, status } }: { paso: Paso }) {
  return (
    <li className={styles[status]} aria-current={status === 'actual' ? 'step' : undefined}>
      <span className={styles.dot}>
        {status === 'hecho' && <Check size={20} strokeWidth={2.6} aria-hidden />}
        {status === 'mal' && <X size={20} strokeWidth={2.6} aria-hidden />}
        {status === 'actual' && <RegistrationMark />}
      </span>
      <b>
        {status === 'hecho' && <span className="visually-hidden">Hecho: </span>}
        {title}
      </b>
      {note && <span className={styles.note}>{note}</span>}
    </li>
  )
}
