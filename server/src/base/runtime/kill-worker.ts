/**
 * Replaces the service worker if the operator turned it off (SERVICE_WORKER=off): a browser that has one
 * checks for a new one at its next visit, and this one removes itself and its caches. Open tabs go on.
 */
export const KILL_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(forget()))
async function forget() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`
