import type { ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'
import { IsRestoringProvider, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, useMemo, useState } from 'react'
import { MadePageContext } from '../api/made-page.ts'
import { createQueryClient } from '../api/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'

/**
 * `made`: the data of a page that arrived with its screen's HTML; then no call is made before React has taken
 * it over.
 */
export function App({
  made,
  children,
}: {
  made: { producto: ProductoDetalleAnswer | null } | null
  children: ReactNode
}) {
  const [queries] = useState(createQueryClient)
  const [isTaken, setTaken] = useState(made === null)
  const page = useMemo(() => made && { ...made, onTaken: () => setTaken(true) }, [made])
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <IsRestoringProvider value={!isTaken}>
          <MadePageContext value={page}>
            <ErrorBoundary>{children}</ErrorBoundary>
          </MadePageContext>
        </IsRestoringProvider>
      </QueryClientProvider>
    </StrictMode>
  )
}
