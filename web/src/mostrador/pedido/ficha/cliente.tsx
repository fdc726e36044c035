import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { PLANTILLA_TITLES } from '@imprimitodo/shared/rules/mostrador/plantilla'
import { Mail, MessageCircle } from 'lucide-react'
import { ROTULO } from '../../../ui/state/nombre.ts'
import { mailLink, whatsappToCliente } from './contacto.ts'
import styles from './side.module.css'

export function ClienteDePedido({ pedido }: { pedido: PedidoMostrador }) {
  const { email, celular, nombre, numero, mensajes } = pedido
  const [first] = mensajes
  const text = first?.texto ?? ''
  return (
    <section className={styles.block} aria-labelledby="cliente">
      <h2 id="cliente">Cliente</h2>
      <p className={styles.contact}>
        <b>{nombre ?? email}</b>
        {nombre && email && <span>{email}</span>}
        <span className="num">{celular}</span>
      </p>
      <p className={styles.links}>
        {celular &&
          mensajes.map(({ cual, texto }) => (
            <a
              key={cual}
              href={whatsappToCliente(celular, texto)}
              target="_blank"
              rel="noreferrer"
              title={texto}
            >
              <MessageCircle size={18} aria-hidden />
              WhatsApp: {lower(PLANTILLA_TITLES[cual])}
            </a>
          ))}
        {email && (
          <a href={mailLink(email, `Tu pedido ${numero} de ${ROTULO}`, text)}>
            <Mail size={18} aria-hidden />
            Escribirle un e-mail
          </a>
        )}
      </p>
    </section>
  )
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
