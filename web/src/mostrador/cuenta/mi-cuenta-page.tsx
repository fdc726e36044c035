import { TextLink } from '../../ui/button.tsx'
import styles from '../dueno/dueno.module.css'
import { Heading } from '../layout/heading.tsx'
import { SegundoFactor } from './segundo-factor.tsx'

/** The account of the person who is signed in, clerk or owner. */
export default function MiCuentaPage() {
  return (
    <div className={styles.page}>
      <Heading title="Mi cuenta" />
      <SegundoFactor />
      <section className={styles.parte} aria-label="Contraseña">
        <h2>Contraseña</h2>
        <p>
          Para cambiarla te mandamos un enlace a tu e-mail. Al cambiarla se cierra tu sesión en todas las
          computadoras.
        </p>
        <TextLink to="/mostrador/recuperar">Cambiar mi contraseña</TextLink>
      </section>
    </div>
  )
}
