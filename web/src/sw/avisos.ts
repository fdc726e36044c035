// Notices of an order by Web Push, and what a tap on one opens.
import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'

type Aviso = { titulo: string; texto: string; url: string; etiqueta: string }
type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Pushed = Waiting & { data: { text(): string } | null }
type Tapped = Waiting & { notification: Notification }
type Page = { url: string; focus(): Promise<unknown> }
type Scope = {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(of: { type: 'window'; includeUncontrolled: boolean }): Promise<Page[]>
    openWindow(url: string): Promise<unknown>
  }
  addEventListener<E>(type: string, listener: (event: E) => void): void
}

export function listenForAvisos(): void {
  // The types of a page and of a worker do not go together in one project
  const worker = self as unknown as Scope
  worker.addEventListener<Pushed>('push', (event) => event.waitUntil(show(worker, event.data?.text() ?? '')))
  worker.addEventListener<Tapped>('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, String(event.notification.data ?? '')))
  })
}

/** Every push has to show a notice, even an unreadable one, or browsers withdraw the permission. */
function show({ registration, location }: Scope, text: string): Promise<void> {
  const aviso = readAviso(text, location.origin)
  return registration.showNotification(aviso?.titulo ?? 'Hay novedades de tu pedido', {
    body: aviso?.texto ?? 'Entrá para verlas.',
    tag: aviso?.etiqueta ?? 'pedido',
    data: aviso?.url ?? ('/mi-pedido' satisfies PageAddress),
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    lang: 'es-AR',
  })
}

/** Null for a message that is not from this shop. */
export function readAviso(text: string, origin: string): Aviso | null {
  try {
    const { titulo, texto, url, etiqueta } = JSON.parse(text)
    const isText = [titulo, texto, url, etiqueta].every((part) => typeof part === 'string')
    return isText && new URL(url).origin === origin ? { titulo, texto, url, etiqueta } : null
  } catch {
    return null
  }
}

/** Focuses the page if a window shows it already, else opens a new one. */
async function open({ clients, location }: Scope, to: string): Promise<void> {
  const url = new URL(to, location.origin)
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = pages.find((page) => new URL(page.url).pathname === url.pathname)
  await (shown ? shown.focus() : clients.openWindow(url.href))
}
