/**
 * Once everything else is there: the service worker fetches what the first visit did not need. A browser that has
 * none, or a disk that is full, only means that the site needs a signal.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => {})
  })
}
