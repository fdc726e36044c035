import { useEffect, useRef } from 'react'
import { LinkButton } from '../ui/button.tsx'
import styles from './frame.module.css'
import { Slip } from './frame.tsx'

/** Replaces the form, and takes the focus. */
export function RegistroExito({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Slip
      tone="done"
      title={
        <h1 ref={heading} tabIndex={-1}>
          ¡Registro exitoso!
        </h1>
      }
    >
      <p role="status">Te enviamos un correo. Revisá tu bandeja de entrada para activar tu cuenta.</p>
      <p className={styles.small}>
        Lo mandamos a <b>{email}</b>. El enlace dura 48 horas; si no lo ves, mirá en correo no deseado.
      </p>
      <LinkButton variant="primary" to="/">
        Volver al inicio
      </LinkButton>
    </Slip>
  )
}
