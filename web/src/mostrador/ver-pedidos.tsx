import { Button, LinkButton } from '../ui/button.tsx'
import { useNavigate } from '../ui/link.tsx'
import { goToPedido } from './tablero/nuevos.ts'

/** 'Ver': opens a single order; for several it opens the board at the first. */
export function VerPedidos({
  pedidos,
  className,
}: {
  pedidos: readonly { pedido_id: string; numero: number }[]
  className?: string
}) {
  const navigate = useNavigate()
  const [first] = pedidos
  if (!first) return null
  if (pedidos.length === 1)
    return (
      <LinkButton size="medium" className={className} to={`/mostrador/pedidos/${first.pedido_id}`}>
        <span>
          Ver<span className="visually-hidden"> el pedido {first.numero}</span>
        </span>
      </LinkButton>
    )
  const see = () => {
    goToPedido(first.pedido_id)
    navigate('/mostrador')
  }
  return (
    <Button size="medium" className={className} onClick={see}>
      <span>
        Ver<span className="visually-hidden"> los {pedidos.length} pedidos en el tablero</span>
      </span>
    </Button>
  )
}
