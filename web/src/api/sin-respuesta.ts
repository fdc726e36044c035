/**
 * What is true of a change whose answer never came: it may have been made all the same.
 *
 * @param hecho what may have happened: 'se guardó'
 * @param luego what to do now. `OTRA_VEZ` only where a repetition changes nothing more.
 */
export const sinRespuesta = (hecho: string, luego = 'Fijate antes de repetir.'): string =>
  `Se cortó la conexión y no sabemos si ${hecho}. ${luego}`

export const OTRA_VEZ = 'Probá de nuevo.'
