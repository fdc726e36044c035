import { isOptional } from '../ui/later.ts'

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
 * As the browser knows it, since storage may be forbidden. In one that hides it the error is shown: the page could reload
 * for ever.
 */
function wasJustReloaded(): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened === undefined) return true
  const isReloaded = 'type' in opened && opened.type === 'reload'
  return isReloaded && Date.now() - performance.timeOrigin < 60_000
}
