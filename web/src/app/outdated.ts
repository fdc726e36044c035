import { isOptional } from '../ui/later.ts'

const RELOADED_KEY = 'recargado'

/**
 * After a new version is deployed, the parts of the old one that were not loaded yet are gone. Then the page is
 * loaded again, once: a second failure is the network's, and the error page says so.
 */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0)
    if (isOptional() || !navigator.onLine || Date.now() - before < 60_000) return
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()))
    event.preventDefault()
    window.location.reload()
  })
}
