import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { Download, FileText } from 'lucide-react'
import { ExternalButton, LinkButton } from '../ui/button.tsx'
import { isPaid } from './pasos.ts'
import styles from './pedido-page.module.css'

/** For the order's owner: the link to the invoice, or to ask for it; nothing for orders without one. */
export function Factura({
  pedido: { pedido_id, estado, importe_final, facturado, url_pdf, acceso },
}: {
  pedido: PedidoAnswer
}) {
  if (facturado && url_pdf)
    return (
      <ExternalButton
        size="medium"
        icon={Download}
        href={url_pdf}
        target="_blank"
        rel="noopener"
        className={styles.invoice}
      >
        Descargar factura (PDF)
      </ExternalButton>
    )
  if (acceso !== 'completo' || !isPaid(estado) || importe_final === 0) return null
  return (
    <LinkButton size="medium" icon={FileText} to={`/facturar?pedido=${pedido_id}`} className={styles.invoice}>
      Pedir factura
    </LinkButton>
  )
}
