import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { start } from './api/startup.ts'
import { ErrorBoundary } from './app/error-boundary.tsx'
import { reloadOnceWhenOutdated } from './app/outdated.ts'
import { registerWorker } from './app/register-worker.ts'
import { Router } from './app/router.tsx'
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
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
    </QueryClientProvider>
  </StrictMode>,
)
