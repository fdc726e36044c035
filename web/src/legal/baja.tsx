import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { LinkButton } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './legal.module.css'
import { MailTo } from './vendedor.tsx'

/** How to delete the account, with and without a password. */
export function Baja() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading title={RUTAS['/baja'].head.titulo} />
      <p className="lead">Borrar tus datos es tu derecho, es gratis y no hay que explicar por qué.</p>
      <div className={styles.ways}>
        <section className={styles.way} aria-labelledby="baja-cuenta">
          <h2 id="baja-cuenta">Tengo una cuenta</h2>
          <p>
            En tu perfil, abajo de todo, está «Eliminar la cuenta». Se borra en el momento: tus datos, tus
            puntos y tus cupones. Los pedidos quedan en los libros del comercio sin tu nombre.
          </p>
          <LinkButton variant="primary" to="/perfil">
            Ir a mi perfil
          </LinkButton>
        </section>
        <section className={styles.way} aria-labelledby="baja-clave">
          <h2 id="baja-clave">No recuerdo la contraseña</h2>
          <p>Te mandamos un enlace al correo de la cuenta para elegir otra, y después la eliminás.</p>
          <LinkButton to="/recuperar">Pedir el enlace</LinkButton>
        </section>
        <section className={styles.way} aria-labelledby="baja-correo">
          <h2 id="baja-correo">No tengo cuenta, o prefiero escribir</h2>
          <p>
            <MailTo asunto="Baja de mis datos">Escribinos</MailTo> desde la dirección que usaste en el pedido
            y borramos lo que haya dentro de los 5 días hábiles.
          </p>
        </section>
        <section className={styles.way} aria-labelledby="baja-mails">
          <h2 id="baja-mails">No quiero más correos</h2>
          <p>
            No mandamos publicidad. Los correos que recibís son de tus pedidos, de tu cuenta y de lo que vos
            pediste; terminan con ellos.
          </p>
        </section>
      </div>
    </div>
  )
}
