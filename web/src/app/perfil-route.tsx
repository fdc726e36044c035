import { type ComponentProps, useState } from 'react'
import { mayHaveArchivos } from '../pedido/carrito/carrito-key.ts'
import { PerfilPage } from '../perfil/perfil-page.tsx'
import { laterOptional, usePart } from '../ui/state/later.ts'

const followPedido = laterOptional(
  async () => (await import('../pedido/carrito/follow-pedido.tsx')).FollowPedido,
)

const halfMade = {
  async names(repeated: string) {
    const { getCarrito } = await import('../pedido/carrito/carrito.ts')
    const { pedidoId, archivos } = getCarrito()
    // When the half-made order itself is repeated, none of its files is lost: they are in the order
    return pedidoId === repeated ? [] : archivos.map(({ name }) => name)
  },
  async adopt(...quoted: Parameters<typeof import('../pedido/carrito/repetido.ts').adoptRepetido>) {
    const { adoptRepetido } = await import('../pedido/carrito/repetido.ts')
    adoptRepetido(...quoted)
  },
}

async function forgetBrowser(): Promise<void> {
  const forget = await import('./forget-pedido.ts')
  forget.forgetBrowser()
}

type Pending = ComponentProps<typeof PerfilPage>['pending']

const Perfil = ({ pending }: { pending?: Pending }) => (
  <PerfilPage halfMade={halfMade} pending={pending} onForgotten={() => void forgetBrowser()} />
)

/** Its code begins to load before the orders are known. */
const PerfilWithOffer = () => <Perfil pending={{ Offer: usePart(followPedido) }} />

/**
 * The profile, where a login leads: with the half-made order, and with orders that can be repeated as such. It joins
 * them here, since screens do not import each other.
 */
export function PerfilRoute() {
  const [hasArchivos] = useState(mayHaveArchivos)
  return hasArchivos ? <PerfilWithOffer /> : <Perfil />
}
