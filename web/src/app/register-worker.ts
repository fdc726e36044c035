import { idle } from '../ui/idle.ts'

/**
 * Once everything else is there and the page at rest: the service worker fetches what the first visit did not need. A
 * browser that has none, or a disk that is full, only means that the site needs a signal.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void idle().then(() => navigator.serviceWorker.register('/sw.js').catch(() => {}))
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}
