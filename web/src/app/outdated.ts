import { isOptional } from '../ui/state/later.ts'

/**
 * After a new version is deployed, the old version's parts that were not loaded yet no longer exist. Then the
 * page reloads itself, once: if that fails too, the network is at fault, and the error page says so.
 */
export function reloadOnceWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (isOptional() || !navigator.onLine || wasJustReloaded()) return
    event.preventDefault()
    window.location.reload()
  })
}

/**
 * The browser tells how the page was opened; storage may be forbidden. Where it does not tell, the answer is yes: the error
 * is shown, and the page does not reload again and again.
 */
function wasJustReloaded(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened === undefined) return true
  const isReloaded = 'type' in opened && opened.type === 'reload'
  return isReloaded && Date.now() - performance.timeOrigin < 60_000
}
