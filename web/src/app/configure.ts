import { start } from '../api/startup.ts'
import { endProblem, showProblem } from '../ui/notice/toasts.tsx'

const ABOUT = 'configuración'

/**
 * Asks for the startup configuration; after a failure again when the connection is back. Without a connection the
 * frame says so already, and this message would cover it.
 */
export async function configure(): Promise<void> {
  if (await start()) return endProblem(ABOUT)
  if (navigator.onLine) showProblem('No se pudo cargar la configuración del entorno.', ABOUT)
  window.addEventListener('online', () => void configure(), { once: true })
}
