import { PerfilPage } from '../perfil/perfil-page.tsx'

const halfMade = {
  async names(repeated: string) {
    const { getCarrito } = await import('../pedido/carrito.ts')
    const { pedidoId, archivos } = getCarrito()
    // What is repeated loses nothing: it is in the list
    return pedidoId === repeated ? [] : archivos.map(({ name }) => name)
  },
  async newName() {
    return (await import('../api/new-id.ts')).newId()
  },
  async adopt(...quoted: Parameters<typeof import('../pedido/repetido.ts').adoptRepetido>) {
    const { adoptRepetido } = await import('../pedido/repetido.ts')
    adoptRepetido(...quoted)
  },
}

async function forgetBrowser(): Promise<void> {
  const forget = await import('./forget-pedido.ts')
  forget.forgetBrowser()
}

/** The profile, whose orders can be repeated as the half-made one: screens do not know each other. */
export const PerfilRoute = () => <PerfilPage halfMade={halfMade} onForgotten={() => void forgetBrowser()} />
