// What the shop is called: as its owner says, and until then as it always was.

/** `rotulo`: as it is drawn beside the logo and in titles. */
const SIN_ELEGIR = { nombre: 'ImprimiTodo', rotulo: 'imprimitodo' }

/** Both are what the owner chose, where that is not ''. */
export const nombreTienda = (elegido: string | undefined): string => elegido || SIN_ELEGIR.nombre
export const rotuloTienda = (elegido: string | undefined): string => elegido || SIN_ELEGIR.rotulo

/**
 * Stand for the two in what is written before the shop is known: mails, and pages that the build makes ahead. No keyboard
 * types them, and no name may hold them.
 */
export const EN_BLANCO = { nombre: '\uE000', rotulo: '\uE001' }

/** `text` with the shop's name in it. `write`: the name as that place wants it. */
export const conNombre = (
  text: string,
  elegido: string | undefined,
  write: (name: string) => string = String,
): string =>
  text
    .replaceAll(EN_BLANCO.nombre, () => write(nombreTienda(elegido)))
    .replaceAll(EN_BLANCO.rotulo, () => write(rotuloTienda(elegido)))

const MAX = 40
/** Line ends and what steers a line, but for the two joiners that emoji and some scripts are written with. */
const UNSEEN = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/u
const SEEN = /[\p{L}\p{N}\p{Extended_Pictographic}]/u

/** Null where a shop may be called so; '' is no name of its own. `nombre` without spaces around it. */
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
