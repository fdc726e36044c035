import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { useQuery } from '@tanstack/react-query'
import { vidrieraQuery } from '../api/catalogo.ts'
import { useSession } from '../api/session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import styles from './invitacion.module.css'

const CUPON = {
  title: 'También tenés tu cupón del día',
  text: 'Cada día podés generar un cupón con tu cuenta.',
}

/** `bienvenida`: the percent of the welcome coupon; 0: there is none. */
function registerTexts(bienvenida: number): typeof CUPON {
  if (bienvenida <= 0)
    return { title: 'Registrate y sumá puntos', text: 'Con tu cuenta cada compra suma puntos para premios.' }
  const percent = formatPercent(bienvenida)
  return {
    title: `Registrate y arrancá con un ${percent} %`,
    text: `Con tu cuenta te damos un cupón de bienvenida del ${percent}\u00a0%, y cada compra suma puntos para premios.`,
  }
}

/**
 * Invites a visitor who spun often, or cannot spin any more today, to register. A customer gets a link to
 * their coupon.
 */
export function Invitacion() {
  const { status } = useSession()
  const { data } = useQuery(vidrieraQuery)
  if (status === 'checking') return null
  const isCustomer = status === 'in'
  const { title, text } = isCustomer ? CUPON : registerTexts(data?.cupon_bienvenida ?? 10)
  return (
    <section className={styles.invitation} aria-labelledby="invitacion">
      <div className={`wrap ${styles.row}`}>
        <div>
          <h2 id="invitacion">{title}</h2>
          <p>{text}</p>
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
