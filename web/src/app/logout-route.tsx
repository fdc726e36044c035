import { Logout } from '../cuenta/logout.tsx'
import { useCarrito } from '../pedido/carrito.ts'
import { forgetBrowser } from './forget-pedido.ts'

/** Leaving takes the half-made order along: screens do not know each other. */
export function LogoutRoute() {
  const isHalfMade = useCarrito().archivos.length > 0
  return <Logout isHalfMade={isHalfMade} onLeft={forgetBrowser} />
}
