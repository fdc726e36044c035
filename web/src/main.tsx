import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { start } from './api/startup.ts'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { reloadOnceWhenOutdated } from './app/outdated.ts'
import { registerWorker } from './app/register-worker.ts'
import { Router } from './app/router.tsx'
import { mayHaveCarrito } from './pedido/carrito-key.ts'
import './ui/tokens.css'
import './ui/base.css'
import { showToast } from './ui/toasts.tsx'

reloadOnceWhenOutdated()
registerWorker()
void start().then((ok) => {
  if (!ok) showToast('No se pudo cargar la configuración del entorno.', { tone: 'error' })
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const page = (
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>
)
// Who has a half-made order sees one thing more than the page that was made ahead
if (root.hasChildNodes() && !mayHaveCarrito())
  hydrateRoot(root, page, { onRecoverableError: reportUnlessLeft })
else createRoot(root).render(page)

/** 419: a part that the page made ahead leaves to the browser, which is how it is meant. */
function reportUnlessLeft(error: unknown): void {
  if (!/#419\b/.test(String(error))) console.error(error)
}
