import { RotateCw } from 'lucide-react'
import { RefusedError } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The message after a failed load; data loaded before stays on the screen. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      action={
        <Button size="medium" icon={RotateCw} onClick={onRetry}>
          Reintentar
        </Button>
      }
    >
      {error instanceof RefusedError ? error.message : 'No hay conexión con el servidor.'}
    </Notice>
  )
}
