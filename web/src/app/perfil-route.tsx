import { PerfilPage } from '../perfil/perfil-page.tsx'

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

/**
 * The profile, where orders can be repeated as the half-made one. It joins them here, since screens do not
 * import each other.
 */
export const PerfilRoute = () => <PerfilPage halfMade={halfMade} onForgotten={() => void forgetBrowser()} />
