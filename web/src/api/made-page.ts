import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { createContext } from 'react'

/** A page that arrived with its screen's HTML, as a visitor without a session sees it. */
export type MadePage = {
  /**
   * For a product's page: the product as it was when the page was drawn. The page still asks the server for
   * it.
   */
  producto: ProductoDetalleAnswer | null
  /**
   * Called when React has taken over the HTML: until then no answer may change what React has to find there.
   */
  onTaken(): void
}

/** Null where the browser makes the page itself. */
export const MadePageContext = createContext<MadePage | null>(null)
