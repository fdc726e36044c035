// The service worker: a returning customer without signal sees the site's frame and the half-made order,
// files that other apps share are passed to step 1, and notices of an order are shown. It never answers a
// call (way.ts). It stores one version's files, whole, beside the one before, and the PDF reader's once they
// were requested.
import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import { keepCompartido } from '../api/compartidos.ts'
import { listenForAvisos } from './avisos.ts'
import { wayOf } from './way.ts'

/** Set by the build. `FILES` are stored from the start, `LATE` from their first use; `ENTRY` identifies the shell. */
declare const VERSION: string
declare const ENTRY: string
declare const FILES: string[]
declare const LATE: string[]

/** A page without personal data and without a screen made ahead; each path shows its own in it. */
const SHELL = '/imprimitodo/paso2' satisfies PageAddress
const PREFIX = 'web-'
const CACHE = PREFIX + VERSION

type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Waiting & {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
type Scope = {
  location: Location
  registration: ServiceWorkerRegistration
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener<E>(type: string, listener: (event: E) => void): void
}
// The types of a page and of a worker do not go together in one project
const worker = self as unknown as Scope

worker.addEventListener<Waiting>('install', (event) => event.waitUntil(keepAll()))
worker.addEventListener<Waiting>('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener<Fetching>('fetch', (event) => {
  const way = wayOf(event.request, worker.location.origin)
  if (way === 'page') event.respondWith(page(event))
  if (way === 'file') event.respondWith(file(event))
  if (way === 'share') event.respondWith(share(event))
})

listenForAvisos()

/** All or nothing: a version of which a file is missing would break without signal. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE)
  const shell = await fetch(SHELL, { cache: 'no-cache', redirect: 'error' })
  const text = await shell.clone().text()
  if (!shell.ok || !text.includes(ENTRY)) throw new Error('The shell is of another version')
  await cache.put(SHELL, shell)
  await Promise.all(
    FILES.map(async (name) => {
      const known = await caches.match(name, { ignoreVary: true })
      return known ? cache.put(name, known) : cache.add(name)
    }),
  )
  for (const name of LATE) {
    const known = await caches.match(name, { ignoreVary: true })
    if (known) await cache.put(name, known)
  }
  // No tab breaks by it: pages come from the network, and files never change under their names
  await worker.skipWaiting()
}

/** The previous version stays for open tabs; older ones are deleted. */
async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
  // Requested while the worker starts: pages load without a delay
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function page({ request, preloadResponse }: Fetching): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const shell = await (await caches.open(CACHE)).match(SHELL, { ignoreVary: true })
    if (!shell) throw error
    return shell
  }
}

async function file({ request }: Fetching): Promise<Response> {
  const known = await caches.match(request, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok && LATE.includes(new URL(request.url).pathname))
    await (await caches.open(CACHE)).put(request, answer.clone()).catch(() => undefined) // a phone without free space
  return answer
}

/** The shared files are stored on this device until step 1, which opens now, takes them. */
async function share({ request }: Fetching): Promise<Response> {
  const como = await request.formData().then(keepCompartido, () => 'no' as const)
  return Response.redirect(`/imprimitodo?compartido=${como}` satisfies PageAddress, 303)
}
