// The shop's name: the owner's choice, and until then the default.

/** `rotulo`: the name beside the logo and in titles. */
const SIN_ELEGIR = { nombre: 'ImprimiTodo', rotulo: 'imprimitodo' }

/** Name and rotulo are the owner's choice, unless that is ''. */
export const nombreTienda = (elegido: string | undefined): string => elegido || SIN_ELEGIR.nombre
export const rotuloTienda = (elegido: string | undefined): string => elegido || SIN_ELEGIR.rotulo

/**
 * Placeholders for the two in texts written before the shop is known: mails, and pages that the build makes.
 * They cannot be typed, and no name may contain them.
 */
export const EN_BLANCO = { nombre: '\uE000', rotulo: '\uE001' }

/** `text` with the shop's name in it. `write`: turns the name into what that place needs. */
export const conNombre = (
  text: string,
  elegido: string | undefined,
  write: (name: string) => string = String,
): string =>
  text
    .replaceAll(EN_BLANCO.nombre, () => write(nombreTienda(elegido)))
    .replaceAll(EN_BLANCO.rotulo, () => write(rotuloTienda(elegido)))

const MAX = 40
/** Line ends and control characters, but for the two joiners that emoji and some scripts need. */
const UNSEEN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u
const SEEN = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Null where the name is allowed; '' means the default. `nombre` without spaces around it. */
export function nombreTiendaProblem(nombre: string): string | null {
  if (nombre === '') return null
  if (UNSEEN.test(nombre))
    return 'El nombre va en un solo renglón, sin caracteres invisibles: escribilo a mano en vez de pegarlo.'
  if ([...nombre].length > MAX) return `El nombre es demasiado largo: hasta ${MAX} caracteres.`
  if (!SEEN.test(nombre)) return 'El nombre lleva al menos una letra o un número.'
  return null
}

export const normaliseNombreTienda = (nombre: string): string =>
  nombre.normalize('NFC').replaceAll(/\s+/g, ' ')
