import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { barrasOf, inFours } from '@imprimitodo/shared/rules/dinero/barras'
import { Copy } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy.ts'
import { Ticket } from '../ui/paper/ticket.tsx'
import styles from './cupon.module.css'
import { PayNow } from './pay-now.tsx'

/**
 * The unpaid cash ticket: the bars and the number for the cashier, and a link to the provider's whole ticket.
 */
export function Cupon({ pedido, numero }: { pedido: PedidoAnswer; numero: string }) {
  return (
    <Ticket
      title="Tu cupón"
      className={styles.cupon}
      stub={
        <>
          <Button wide icon={Copy} onClick={() => void copyText(numero, 'Número copiado')}>
            Copiar el número
          </Button>
          {pedido.cupon && <PayNow pedido={pedido} label="Ver el cupón" url={pedido.cupon} wide />}
        </>
      }
    >
      <Barras digits={numero} />
      <p className={styles.numero}>{inFours(numero)}</p>
    </Ticket>
  )
}

/** White modules that a scanner needs on both sides. */
const QUIET = 10

function Barras({ digits }: { digits: string }) {
  const widths = barrasOf(digits)
  if (!widths) return null
  const all = widths.reduce((sum, width) => sum + width, 0) + 2 * QUIET
  let x = QUIET
  const bars = widths.map((width, index) => {
    const bar = index % 2 === 0 ? `M${x} 0h${width}v1h-${width}z` : ''
    x += width
    return bar
  })
  return (
    <svg className={styles.barras} viewBox={`0 0 ${all} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  )
}
