import { LinkButton } from '../ui/button.tsx'
import styles from './invitacion.module.css'

/** For a visitor who spun often, or cannot spin any more today. A customer is led to their coupon instead. */
export function Invitacion({ isCustomer }: { isCustomer: boolean }) {
  return (
    <section className={styles.invitation} aria-labelledby="invitacion">
      <div className={`wrap ${styles.row}`}>
        <div>
          <h2 id="invitacion">
            {isCustomer ? 'También tenés tu cupón del día' : 'Registrate y arrancá con un 10 %'}
          </h2>
          <p>
            {isCustomer
              ? 'Cada día podés generar un cupón con tu cuenta.'
              : 'Con tu cuenta te damos un cupón de bienvenida del 10 %, y cada compra suma puntos para premios.'}
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
