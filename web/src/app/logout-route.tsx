import { Logout } from '../cuenta/logout.tsx'
import { forgetCarrito, useCarrito } from '../pedido/carrito.ts'

/** Leaving takes the half-made order along: screens do not know each other. */
export function LogoutRoute() {
  const isHalfMade = useCarrito().archivos.length > 0
  return <Logout isHalfMade={isHalfMade} onLeft={forgetCarrito} />
}
