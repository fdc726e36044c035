import type { ProductoDetalle } from '@imprimitodo/shared/api/productos'
import { createContext } from 'react'

/** A page that came with its screen in it, as a visitor without a session sees it. */
export type MadePage = {
  /** Of a product's page: what was in the window when it was made. The call for it is made all the same. */
  producto: ProductoDetalle | null
  /** To be told when the screen is React's: until then no answer may change what it has to find. */
  onTaken(): void
}

/** Null where the browser makes the page itself. */
export const MadePageContext = createContext<MadePage | null>(null)
