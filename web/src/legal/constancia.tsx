import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { useEffect, useRef } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import styles from './legal.module.css'

export type ArrepentimientoRecibido = { codigo: string; recibido: string; email: string }

/** The receipt that the customer keeps: replaces the form, and takes the focus. */
export function ArrepentimientoConstancia({ codigo, recibido, email }: ArrepentimientoRecibido) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={`wrap ${styles.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        Recibimos tu arrepentimiento
      </h1>
      <p className={styles.code}>
        <span className="visually-hidden">Código: </span>
        {codigo}
      </p>
      <Notice tone="done">
        Registrado: {formatMoment(recibido)} h. Guardá el código: es tu constancia. Te mandamos una copia a{' '}
        <b>{email}</b> y te respondemos ahí dentro de las 24 horas hábiles.
      </Notice>
      <p className={styles.back}>
        <LinkButton to="/">Volver al inicio</LinkButton>
      </p>
    </div>
  )
}
