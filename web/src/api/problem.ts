import { showProblem } from '../ui/notice/toasts.tsx'

/**
 * Shows the code of a server error, besides the screen's own message: a customer who writes or calls reads it
 * out, and we find the lines of the log by it. Only the last one; it stays until it is closed.
 */
export function noteProblem(data: unknown): void {
  if (typeof data !== 'object' || data === null || !('codigo_problema' in data)) return
  showProblem(
    `Código del problema: ${String(data.codigo_problema)}. Si nos escribís, pasanos este código.`,
    'problema',
  )
}
