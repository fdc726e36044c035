import { useState } from 'react'
import { LinkButton, TextButton } from '../ui/button.tsx'
import { useNavigate } from '../ui/link.tsx'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useSeconds } from '../ui/state/use-seconds.ts'
import styles from './facturar.module.css'

/** No order to invoice: goes Home after seven seconds, unless the visitor chooses to stay. */
export function Denegado() {
  const navigate = useNavigate()
  const [isStaying, setStaying] = useState(false)
  const left = useSeconds(7, () => navigate('/', { replace: true }), !isStaying)
  return (
    <EmptySheet>
      <PageHeading title="No podemos facturar" />
      <p className="lead" role="alert">
        ⚠️ No se encontró un pedido válido para facturación.
      </p>
      <p className={styles.quiet}>
        Se facturan los pedidos pagados: entrá desde el enlace de tu pedido, el que te mandamos por mail.
      </p>
      {!isStaying && (
        <p className={styles.countdown}>
          Te llevamos al inicio en <b>{left}</b> {left === 1 ? 'segundo' : 'segundos'}.
        </p>
      )}
      <div className={styles.choices}>
        <LinkButton variant="primary" to="/" replace>
          Ir al inicio
        </LinkButton>
        {!isStaying && <TextButton onClick={() => setStaying(true)}>Quedarme acá</TextButton>}
      </div>
    </EmptySheet>
  )
}
