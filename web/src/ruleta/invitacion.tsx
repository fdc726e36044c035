import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { useQuery } from '@tanstack/react-query'
import { vidrieraQuery } from '../api/catalogo.ts'
import { useSession } from '../api/session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import styles from './invitacion.module.css'

/**
 * Invites a visitor who spun often, or cannot spin any more today, to register. A customer gets a link to
 * their coupon.
 */
export function Invitacion() {
  const { status } = useSession()
  const { data } = useQuery(vidrieraQuery)
  if (status === 'checking') return null
  const isCustomer = status === 'in'
  const percent = formatPercent(data?.cupon_bienvenida ?? 10)
  return (
    <section className={styles.invitation} aria-labelledby="invitacion">
      <div className={`wrap ${styles.row}`}>
        <div>
          <h2 id="invitacion">
            {isCustomer ? 'También tenés tu cupón del día' : `Registrate y arrancá con un ${percent} %`}
          </h2>
          <p>
            {isCustomer
              ? 'Cada día podés generar un cupón con tu cuenta.'
              : `Con tu cuenta te damos un cupón de bienvenida del ${percent}\u00a0%, y cada compra suma puntos para premios.`}
          </p>
        </div>
        {isCustomer ? (
          <LinkButton className={styles.button} to="/cupon">
            Ver mi cupón
          </LinkButton>
        ) : (
          <LinkButton className={styles.button} to="/registro">
            Crear Cuenta
          </LinkButton>
        )}
      </div>
    </section>
  )
}
