/**
 * Once the page is loaded and idle, the service worker fetches the files that the first visit did not need.
 * If it cannot be installed (an old browser, a full disk), the site just needs a signal.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => whenIdle(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register)
}

/** When the browser is idle, at the latest after 3 s. Safari does not report that, so there after 300 ms. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 300)
}
