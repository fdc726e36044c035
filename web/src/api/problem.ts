import { showProblem } from '../ui/toasts.tsx'

/**
 * Shows the code of an answer that failed by the server's fault, whatever the screen says of it: who writes or calls
 * us reads it out, and it finds the lines of the log. The last one only; it stays until it is closed.
 */
export function noteProblem(data: unknown): void {
  if (typeof data !== 'object' || data === null || !('codigo_problema' in data)) return
  showProblem(
    `Código del problema: ${String(data.codigo_problema)}. Si nos escribís, pasanos este código.`,
    'problema',
  )
}
