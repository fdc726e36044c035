import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { whatsappLink } from '@imprimitodo/shared/rules/vidriera/whatsapp'
import { ArrowRight, MessageCircle } from 'lucide-react'
import { PrintOffer } from '../parts/print-offer.tsx'
import buttons from '../ui/button.module.css'
import { LinkButton, TextLink } from '../ui/button.tsx'
import styles from './pedido-page.module.css'

/**
 * The customer's address (masked, since the link alone opens the page), our contact, and a link to the next
 * order.
 */
export function ContactoDePedido({ pedido }: { pedido: PedidoAnswer }) {
  const { email, celular, nombre, nota, sucursal, sucursal_whatsapp, numero } = pedido
  const question = numero === null ? 'Hola, tengo una consulta.' : `Hola, te escribo por el pedido ${numero}.`
  return (
    <section className={styles.contact} aria-labelledby="contacto-pedido">
      <h2 id="contacto-pedido">Contacto</h2>
      {email && (
        <p>
          {pedido.acceso === 'completo' ? 'Te avisamos' : 'Avisamos'} a{' '}
          <b className={styles.whole}>{email}</b>
          {celular && (
            <>
              {' '}
              y al <b className={styles.whole}>{celular}</b>
            </>
          )}
          .
        </p>
      )}
      {nombre && (
        <p>
          {pedido.modo_entrega === 'delivery' ? 'Lo recibe' : 'Lo retira'} <b>{nombre}</b>.
        </p>
      )}
      {nota && (
        <p className={styles.nota}>
          <b>Tu nota para el local</b>
          <span>{nota}</span>
        </p>
      )}
      {sucursal_whatsapp && (
        <a
          className={buttons.text}
          href={whatsappLink(sucursal_whatsapp, question)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle size={20} strokeWidth={2.4} aria-hidden />
          Escribir a {sucursal ?? 'la sucursal'} por WhatsApp
        </a>
      )}
      <LinkButton to="/imprimitodo" iconAfter={ArrowRight}>
        Hacer otro pedido
        <PrintOffer />
      </LinkButton>
      <TextLink to="/ruleta">Ruleta de descuentos</TextLink>
    </section>
  )
}
