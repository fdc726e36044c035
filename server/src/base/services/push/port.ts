import type { Suscripcion } from '@imprimitodo/shared/api/push'

/** What a device shows. `url`: what a tap opens. `etiqueta`: the same one again takes the place of the one before. */
export type AvisoPush = { titulo: string; texto: string; url: string; etiqueta: string }

/** `perdida`: the device is gone, or its key is of another installation: nothing reaches it any more. */
export type Resultado = 'enviado' | 'perdida'

/** Messages to browsers, through the push service that each of them names. Called by the `push` job alone. */
export type Push = {
  /** Of this installation: an uncompressed point of P-256, base64url. */
  clave: string
  /** Whether that is the address of a push service that may be called. */
  isAllowed(endpoint: string): boolean
  /** Whether messages can be sealed for a device with that key. */
  isUsable(keys: Suscripcion['keys']): boolean
  /** @throws where it is to be tried again */
  send(suscripcion: Suscripcion, aviso: AvisoPush): Promise<Resultado>
}
