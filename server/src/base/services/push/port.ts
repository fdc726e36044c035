import type { Suscripcion } from '@imprimitodo/shared/api/push'

/**
 * A notice on a device. `url`: opened by a tap. `etiqueta`: a notice with the same one replaces the previous.
 */
export type AvisoPush = { titulo: string; texto: string; url: string; etiqueta: string }

/** `perdida`: the device is gone, or was kept by other rules: it cannot be reached any more. */
export type ResultadoPush = 'enviado' | 'perdida'

/** Messages to browsers, through the push service that each of them names. Called by the `push` job alone. */
export type Push = {
  /** The installation's public key: an uncompressed point of P-256, base64url. */
  clave: string
  /** Whether it is the address of a push service that may be called. */
  isAllowed(endpoint: string): boolean
  /** Whether messages can be sealed for a device with that key. */
  isUsable(keys: Suscripcion['keys']): boolean
  /** @throws if it is to be tried again */
  send(suscripcion: Suscripcion, aviso: AvisoPush): Promise<ResultadoPush>
}
