import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { configure } from './app/configure.ts'
import { askAgainForStyles } from './app/lost-styles.ts'
import { reloadOnceWhenOutdated } from './app/outdated.ts'
import { registerWorker } from './app/register-worker.ts'
import { Router } from './app/router.tsx'
import { mayHaveCarrito } from './pedido/carrito/carrito-key.ts'
import './ui/tokens.css'
import './ui/base.css'

reloadOnceWhenOutdated()
askAgainForStyles()
registerWorker()
void configure()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// On Home, a visitor with a half-made order sees one part more than the page made ahead has
const isMade = root.hasChildNodes() && !(window.location.pathname === '/' && mayHaveCarrito())
const page = (
  <App made={isMade ? { producto: readProducto() } : null}>
    <Router />
  </App>
)
// React takes over the HTML that is there in pieces, between which the browser scrolls and follows links
if (isMade) startTransition(() => void hydrateRoot(root, page))
else createRoot(root).render(page)

/** The product that the server put into its page: our own data, checked when it was written. */
function readProducto(): ProductoDetalleAnswer | null {
  return JSON.parse(document.getElementById('producto')?.textContent ?? 'null')
}
