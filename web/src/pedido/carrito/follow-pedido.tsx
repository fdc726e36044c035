import { ArrowRight } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { useCarrito } from './carrito.ts'
import { isQuoted } from './cotizado.ts'
import styles from './follow-pedido.module.css'
import { OldOrderNotice } from './old-order-notice.tsx'

/** The offer of Home and of the profile to continue the half-made order; nothing when there is none. */
export function FollowPedido() {
  const carrito = useCarrito()
  const { archivos } = carrito
  const names = archivos.map(({ name }) => name)
  return (
    <>
      <OldOrderNotice />
      {archivos.length > 0 && (
        <aside className={styles.offer} aria-label="Pedido sin terminar">
          <p>
            <b>Dejaste un pedido sin terminar</b>
            <span className={styles.names}>
              {names.slice(0, 2).join(', ')}
              {names.length > 2 && ` y ${names.length - 2} más`}
            </span>
          </p>
          <LinkButton
            to={isQuoted(carrito) ? '/imprimitodo/paso3' : '/imprimitodo/paso2'}
            iconAfter={ArrowRight}
          >
            Seguir con tu pedido
          </LinkButton>
        </aside>
      )}
    </>
  )
}
