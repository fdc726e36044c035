import { RefusedError } from '../api/query-client.ts'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'

/** The message after a failed load; data loaded before stays on the screen. */
export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <RetryNotice retry={onRetry}>
      {error instanceof RefusedError ? error.message : 'No hay conexión con el servidor.'}
    </RetryNotice>
  )
}

/** Shown until the data is loaded: that it is being loaded, or why it failed. Nothing afterwards. */
export function Unloaded({
  query: { data, error, refetch },
  label,
}: {
  query: { data: unknown; error: Error | null; refetch: () => unknown }
  label: string
}) {
  if (data) return null
  return error ? (
    <LoadError error={error} onRetry={() => void refetch()} />
  ) : (
    <Spinner label={label} visible />
  )
}
