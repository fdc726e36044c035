/** The browser had no network before it sent the request, nor when that failed: surely nothing left it. */
export class NotSentError extends TypeError {}

/** Of this request alone: one before it may have arrived. */
export const NOT_SENT = 'No hay conexión: esta vez no se envió nada. Probá de nuevo cuando vuelva.'

/**
 * What is true of a change whose answer never came: it may have been made all the same, unless the `error` of the call
 * is that nothing was sent.
 *
 * @param hecho what may have happened: 'se guardó'
 * @param luego what to do now. `OTRA_VEZ` only where a repetition changes nothing more.
 */
export const sinRespuesta = (hecho: string, luego = 'Fijate antes de repetir.', error?: unknown): string =>
  error instanceof NotSentError ? NOT_SENT : `Se cortó la conexión y no sabemos si ${hecho}. ${luego}`

export const OTRA_VEZ = 'Probá de nuevo.'
