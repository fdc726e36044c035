import { count, writeAmount } from '../base/cantidad.ts'
import { isVisible, withoutInvisible } from '../base/caracteres.ts'
import { A4, type NombreHoja } from './hoja.ts'
import type { PorCarilla } from './paginas.ts'

/** A file of an order and its print options. Names as on the wire. */
export const GRUPOS = ['grupo0', 'grupo1', 'grupo2'] as const
export type Grupo = (typeof GRUPOS)[number]
export type GrupoOrDefault = Grupo | 'default'
export type Orientacion = 'vertical' | 'horizontal'
export type Color = 'color' | 'blanco y negro'

export type Opciones = {
  grupo: GrupoOrDefault
  doble_faz: boolean
  orientacion: Orientacion
  color: Color
  duplicado: number
  anillado: boolean
  /** The pages that are printed, '1-10,15,20-'; null is all of them. */
  rango: string | null
  /** Pages on each side. */
  por_carilla: PorCarilla
  /** The paper that it is printed on. */
  hoja: NombreHoja
}

export const DEFAULT_OPCIONES: Opciones = {
  grupo: 'default',
  doble_faz: true,
  orientacion: 'vertical',
  color: 'blanco y negro',
  duplicado: 1,
  anillado: false,
  rango: null,
  por_carilla: 1,
  hoja: A4.nombre,
}

export const MIN_COPIAS = 1
export const MAX_COPIAS = 9_999
/** Limits of pages, counted whether printed or not; the owner may set others, up to `MAX_LIMITE_PAGINAS`. */
export const DEFAULT_LIMITES_PAGINAS = { paginas_archivo: 5_000, paginas_pedido: 20_000 }
export const MAX_LIMITE_PAGINAS = 100_000
/** PDFium's length field is 32 bits, and a 5 GiB file hangs it: refused before it is opened. */
export const MAX_ARCHIVO_BYTES = 4 * 1024 ** 3
/** Above this sum, the browser sends the files in resumable parts first. */
export const RESUMABLE_ABOVE_BYTES = 8 * 1024 ** 2

export const isCopias = (value: number): boolean =>
  Number.isInteger(value) && value >= MIN_COPIAS && value <= MAX_COPIAS

export const isPdfName = (nombre: string): boolean => nombre.toLowerCase().endsWith('.pdf')

const SIN_NOMBRE = 'archivo sin nombre'

/** The name of a file as it is listed and kept. One that no reader would see gets words; a missing one stays ''. */
export function cleanNombre(name: string): string {
  const clean = withoutInvisible(name.normalize('NFC')).trim()
  const dot = clean.lastIndexOf('.')
  const [stem, ending] = dot < 0 ? [clean, ''] : [clean.slice(0, dot), clean.slice(dot)]
  return isVisible(stem) || name.trim() === '' ? clean : `${SIN_NOMBRE}${ending}`
}

/** Two spellings of one name («ñ» composed or not) are the same file. */
export const sameNombre = (a: string, b: string): boolean => cleanNombre(a) === cleanNombre(b)

let decimals: Intl.NumberFormat | undefined

/** 'Bytes', 'KB' or 'MB', with a decimal comma. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} Bytes`
  const [value, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  decimals ??= new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 }) // making one takes a while
  return `${decimals.format(value)} ${unit}`
}

export type RefusalReason =
  | 'no-es-pdf'
  | 'vacio'
  | 'danado'
  | 'cifrado'
  | 'sin-paginas'
  | 'demasiado-grande'
  | 'demasiado-complejo'
  | 'demasiadas-paginas'

const REFUSALS: Record<Exclude<RefusalReason, 'demasiadas-paginas'>, string> = {
  'no-es-pdf': 'no es un PDF. Guardalo o exportalo como PDF y volvé a subirlo',
  vacio: 'está vacío. Abrilo una vez para que se descargue, y elegilo de nuevo',
  danado: 'está dañado y no se puede leer. Probá exportarlo de nuevo',
  cifrado: 'está protegido con contraseña',
  'sin-paginas': 'no tiene páginas',
  'demasiado-grande': 'pesa 4 GB o más. Dividilo en partes más chicas',
  'demasiado-complejo':
    'es demasiado complejo para procesarlo. Probá guardarlo como un PDF nuevo (Imprimir → Guardar como PDF)',
}

/** The words that follow the file's name: 'está protegido con contraseña'. */
export const refusalText = (reason: Exclude<RefusalReason, 'demasiadas-paginas'>): string => REFUSALS[reason]

/** '«tesis.pdf»: está protegido con contraseña'. `most`: pages that a file may have. */
export const refusalMessage = (
  nombre: string,
  reason: RefusalReason,
  most: number = DEFAULT_LIMITES_PAGINAS.paginas_archivo,
): string => `«${nombre}»: ${whyRefused(reason, most)}`

/** The sentence beside the file's name: 'Está protegido con contraseña.' */
export function refusalSentence(reason: RefusalReason, most: number): string {
  const why = whyRefused(reason, most)
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`
}

const whyRefused = (reason: RefusalReason, most: number) =>
  reason === 'demasiadas-paginas' ? demasiadasPaginas(most) : refusalText(reason)

const demasiadasPaginas = (most: number) =>
  `tiene más de ${count(most, 'página')}, el máximo de un archivo. Dividilo en partes más chicas`

/** The problems with the page counts of an order's files, each a sentence. */
export function paginasProblems(
  archivos: readonly { nombre: string; paginas: number }[],
  { paginas_archivo, paginas_pedido }: { paginas_archivo: number; paginas_pedido: number },
): string[] {
  const problems = archivos
    .filter(({ paginas }) => paginas > paginas_archivo)
    .map(({ nombre }) => refusalMessage(nombre, 'demasiadas-paginas', paginas_archivo))
  const sum = archivos.reduce((total, { paginas }) => total + paginas, 0)
  if (sum > paginas_pedido)
    problems.push(
      `El pedido suma ${count(sum, 'página')} y el máximo es ${writeAmount(paginas_pedido)}. Hacelo en más de un pedido.`,
    )
  return problems
}

export const ARCHIVO_REPETIDO = 'Archivo ya agregado'
