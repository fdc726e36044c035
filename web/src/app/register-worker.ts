/**
 * Once everything else is there and the page at rest: the service worker fetches what the first visit did not need. A
 * browser that has none, or a disk that is full, only means that the site needs a signal.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => whenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}

/** Once the browser has nothing better to do, or in 3 s; Safari cannot say when. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 300)
}
