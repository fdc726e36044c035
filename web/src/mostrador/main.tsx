import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '../api/query-client.ts'
import { MostradorRouter } from './router.tsx'
import '../ui/tokens.css'
import '../ui/base.css'
import './mostrador.css'

const root = document.getElementById('root')
if (!root) throw new Error('mostrador/index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <MostradorRouter />
    </QueryClientProvider>
  </StrictMode>,
)
