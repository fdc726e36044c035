import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { createQueryClient } from '../api/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Screens } from './router.tsx'

/**
 * Home as everybody sees it first, made by the build: nobody's session, nothing asked yet, and in place of each part
 * that arrives later what stands there meanwhile. main.tsx takes it over.
 */
export const home = (): string =>
  renderToString(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <ErrorBoundary>
          <StaticRouter location="/">
            <Screens />
          </StaticRouter>
        </ErrorBoundary>
      </QueryClientProvider>
    </StrictMode>,
  )
