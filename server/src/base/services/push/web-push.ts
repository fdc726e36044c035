// Web Push (RFC 8030) in the encryption of RFC 8291, signed with the key of this installation (VAPID, RFC 8292).
import { createECDH } from 'node:crypto'
import type { Suscripcion } from '@imprimitodo/shared/api/push'
import { isEndpoint } from '@imprimitodo/shared/rules/compra/push'
import webPush from 'web-push'
import type { Deps } from '../../runtime/deps.ts'
import { installationSecret } from '../../secrets/secret.ts'
import type { AvisoPush, Push, ResultadoPush } from './port.ts'

const TIMEOUT_MS = 5_000
/** How long a push service keeps a notice for a device that is off; news of an order are old after a day. */
const TTL_S = 86_400

/**
 * Answers that end a subscription. Not 401 and 403, which services also send while our clock is wrong: those are tried
 * again until the device's order has ended.
 */
const GONE = [404, 410]
/** Statuses for a message that will never be accepted. */
const REFUSED = [400, 413]

/** Whether the key is a point of P-256: most numbers of that length are not on the curve. */
function isPoint({ p256dh }: Suscripcion['keys']): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

export function createPush({
  dataDir,
  production,
  publicUrl,
}: Pick<Deps, 'dataDir' | 'production' | 'publicUrl'>): Push {
  const privateKey = installationSecret(dataDir, 'push')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey, 'base64url')
  const clave = ecdh.getPublicKey('base64url')
  // Push services want a contact; they do not accept an http address
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:avisos@imprimitodo.invalid'
  const allowLoopback = !production

  return {
    clave,
    isAllowed: (endpoint: string): boolean => isEndpoint(endpoint, { allowLoopback }),
    isUsable: isPoint,
    async send(suscripcion: Suscripcion, aviso: AvisoPush): Promise<ResultadoPush> {
      if (!isEndpoint(suscripcion.endpoint, { allowLoopback })) return 'perdida' // kept before production began
      if (!isPoint(suscripcion.keys)) return 'perdida' // stored before keys were checked so closely
      const { endpoint, headers, body } = webPush.generateRequestDetails(suscripcion, JSON.stringify(aviso), {
        vapidDetails: { subject, publicKey: clave, privateKey },
        TTL: TTL_S,
        urgency: 'high',
      })
      const answer = await fetch(endpoint, {
        method: 'POST',
        body: body ? new Uint8Array(body) : null,
        redirect: 'manual',
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      if (answer.ok || REFUSED.includes(answer.status)) return 'enviado'
      if (GONE.includes(answer.status)) return 'perdida'
      throw new Error(`The push service answered ${answer.status}.`)
    },
  }
}
