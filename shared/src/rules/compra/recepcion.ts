// Files that a customer's phone sends to the counter for one sale.

/** How long a phone may begin to send files to one sale. */
export const RECEPCION_MIN = 15
/** How long an upload that was begun in time may continue: a weak signal is slow. */
export const TERMINA_MIN = 15
/** For one sale. */
export const MAX_RECIBIDOS = 60

/**
 * `en_camino`: not completely received. `rechazado`: it cannot be printed. `quitado`: its customer took it
 * back.
 */
export const ESTADOS_RECIBIDO = ['en_camino', 'listo', 'rechazado', 'quitado'] as const
export type EstadoRecibido = (typeof ESTADOS_RECIBIDO)[number]

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 6

/** The code for a phone without a camera. `bytes`: as many random bytes as it has characters. */
export const codigoRecepcion = (bytes: Uint8Array): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte & 31]).join('')

/** The code as people read it: 'KX7 M2R'. */
export const codigoRecepcionText = (codigo: string): string => codigo.replace(/^(...)/, '$1 ')

/**
 * Reads the end of an address as a typed code, however it is written; null: it is a token. O is 0, I and L
 * are 1.
 */
export function readCodigoRecepcion(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return text.length === LENGTH && [...text].every((char) => ALPHABET.includes(char)) ? text : null
}

/** A name that none of the others has: 'foto.pdf', 'foto (2).pdf'. */
export function freeNombre(nombre: string, others: ReadonlySet<string>): string {
  if (!others.has(nombre)) return nombre
  const dot = nombre.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [nombre.slice(0, dot), nombre.slice(dot)] : [nombre, '']
  for (let n = 2; ; n++) {
    const free = `${stem} (${n})${ending}`
    if (!others.has(free)) return free
  }
}
