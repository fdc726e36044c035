/**
 * In place of the service worker where the operator turned it off (SERVICE_WORKER=off): every browser that has one
 * asks for it again at its next visit, and then forgets it with all that it kept. Open tabs go on.
 */
export const KILL_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(forget()))
async function forget() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`
