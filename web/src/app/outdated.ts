import { isOptional } from '../ui/later.ts'

const RELOADED_KEY = 'recargado'

/**
 * After a new version is deployed, the old version's parts that were not loaded yet no longer exist. Then the
 * page reloads itself, once: if that fails too, the network is at fault, and the error page says so.
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
