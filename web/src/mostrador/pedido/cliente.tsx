import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { Mail, MessageCircle } from 'lucide-react'
import { greeting, mailLink, whatsappLink } from './contacto.ts'
import styles from './side.module.css'

export function Cliente({ pedido }: { pedido: PedidoMostrador }) {
  const { email, celular, nombre, nota, numero } = pedido
  const text = greeting(pedido)
  return (
    <section className={styles.block} aria-labelledby="cliente">
      <h2 id="cliente">Cliente</h2>
      <p className={styles.contact}>
        <b>{nombre ?? email}</b>
        {nombre && email && <span>{email}</span>}
        <span className="num">{celular}</span>
      </p>
      {nota && (
        <p className={styles.nota}>
          <b>Nota del cliente</b>
          <span>{nota}</span>
        </p>
      )}
      <p className={styles.links}>
        {celular && (
          <a href={whatsappLink(celular, text)} target="_blank" rel="noreferrer">
            <MessageCircle size={18} aria-hidden />
            Escribirle por WhatsApp
          </a>
        )}
        {email && (
          <a href={mailLink(email, `Tu pedido ${numero} de imprimitodo`, text)}>
            <Mail size={18} aria-hidden />
            Escribirle un e-mail
          </a>
        )}
      </p>
    </section>
  )
}
