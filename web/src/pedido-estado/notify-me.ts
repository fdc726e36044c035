// The device's side of Web Push: permission, subscription, and which orders this browser asked for.
import { call } from '../api/call.ts'
import { createKept } from '../ui/state/kept.ts'

/**
 * `no`: this browser does not support it. `instalar`: an iPhone or iPad, which supports it once the site is
 * on its home screen. `bloqueado`: the customer refused, and only the browser's settings can change that.
 */
export type Capacidad = 'si' | 'no' | 'instalar' | 'bloqueado'

export function capacidad(): Capacidad {
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  const can = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!can) return isApple ? 'instalar' : 'no'
  return Notification.permission === 'denied' ? 'bloqueado' : 'si'
}

/** Ids of orders. Where they are not kept it asks again at the next visit. */
const avisados = createKept('localStorage', 'avisos-de-pedidos')
const kept = (): string[] => (avisados.read() ?? '').split(' ').filter(Boolean)
const keep = (ids: string[]): boolean => avisados.write(ids.slice(-20).join(' '))

export const isAvisado = (pedido_id: string): boolean =>
  kept().includes(pedido_id) && capacidad() === 'si' && Notification.permission === 'granted'

/** How long to wait for the service worker: on a first visit it is still being loaded. */
const READY_MS = 15_000

async function pushManager(): Promise<PushManager> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No worker')), READY_MS))
  return (await Promise.race([navigator.serviceWorker.ready, late])).pushManager
}

const bodyOf = (subscription: PushSubscription) => {
  const { endpoint, keys } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
}

/**
 * @returns null once it is on, else the message. Throws without network, and where the browser's push service
 * fails.
 */
export async function askForNews(pedido_id: string): Promise<string | null> {
  const asked = call('GET /api/push')
  // First, and still within the tap: later browsers would not show the question
  const permission = await Notification.requestPermission()
  if (permission !== 'granted')
    return permission === 'denied' ? null : 'Para avisarte acá, el navegador necesita tu permiso.'
  const { data, ok } = await asked
  if (!ok) return 'No pudimos activar los avisos. Probá de nuevo en un rato.'
  const manager = await pushManager()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: data.clave })
  const answer = await call('POST /api/pedidos/:pedido_id/push', {
    params: { pedido_id },
    body: bodyOf(subscription),
  })
  if (!answer.ok) return answer.errores ?? 'No pudimos activar los avisos. Probá de nuevo en un rato.'
  keep([...kept().filter((id) => id !== pedido_id), pedido_id])
  return null
}

export async function stopNotices(pedido_id: string): Promise<void> {
  const subscription = await (await pushManager()).getSubscription()
  if (subscription)
    await call('DELETE /api/pedidos/:pedido_id/push', { params: { pedido_id }, body: bodyOf(subscription) })
  keep(kept().filter((id) => id !== pedido_id))
}

/** After a logout: the device gets no more notices of the customer's orders. */
export async function forgetAvisos(): Promise<void> {
  if (kept().length === 0) return
  keep([])
  const subscription = await (await pushManager()).getSubscription()
  await subscription?.unsubscribe()
}
