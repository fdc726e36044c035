import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { RotateCw, Upload } from 'lucide-react'
import { LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import styles from './estado.module.css'

/** Lost files that the owner is asked for: without them the order cannot be made, whatever its state says. */
export function MissingArchivos({ pedido: { pedido_id, archivos, reposiciones } }: { pedido: PedidoAnswer }) {
  return reposiciones.map(({ n, recibida }) => {
    const name = `«${archivos[n - 1]?.nombre ?? `archivo ${n}`}»`
    const to = `/pedido/${pedido_id}/archivo/${n}` as const
    return recibida ? (
      <Notice key={n} className={styles.lost} action={<Send to={to} icon={RotateCw} label="Mandar otro" />}>
        <b>Recibimos {name}.</b> Lo revisamos y seguimos con tu pedido.
      </Notice>
    ) : (
      <Notice
        key={n}
        tone="warning"
        className={styles.lost}
        action={<Send to={to} icon={Upload} label="Mandar el archivo" />}
      >
        <b>Necesitamos {name} de nuevo.</b> Se dañó en nuestro sistema y sin él no podemos imprimirlo. El
        precio no cambia.
      </Notice>
    )
  })
}

function Send({
  to,
  icon,
  label,
}: {
  to: `/pedido/${string}/archivo/${string}`
  icon: typeof Upload
  label: string
}) {
  return (
    <LinkButton size="medium" to={to} icon={icon}>
      {label}
    </LinkButton>
  )
}
