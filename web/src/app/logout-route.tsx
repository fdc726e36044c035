import { Logout } from '../cuenta/logout.tsx'
import { useCarrito } from '../pedido/carrito/carrito.ts'
import { forgetBrowser } from './forget-pedido.ts'

/**
 * The logout also deletes the half-made order. It joins them here, since screens do not import each other.
 */
export function LogoutRoute() {
  const isHalfMade = useCarrito().archivos.length > 0
  return <Logout isHalfMade={isHalfMade} onLeft={forgetBrowser} />
}
