// The files of a sale as a list: their states, and what each still needs or what is wrong with it.
import {
  cleanNombre,
  DEFAULT_OPCIONES,
  type Opciones,
  sameNombre,
} from '@imprimitodo/shared/rules/compra/archivo'
import { freeNombre } from '@imprimitodo/shared/rules/compra/recepcion'
import { type Tipo, tipoOfName } from '../../api/tipo-archivo.ts'
import { byArchivo } from '../../api/upload/upload-result.ts'

/**
 * `cola`: waits for its turn. `foto`: a PDF is being made of it. `sube`: it is being uploaded; `espera`:
 * there is no signal. `listo`: the server has all of it. `mal`: it has no price, and `problema` says why.
 */
export type EstadoArchivo = 'cola' | 'foto' | 'sube' | 'espera' | 'listo' | 'mal'

export type ArchivoDeVenta = {
  id: string
  /** The name that the server knows: for a picture, that of its PDF. */
  nombre: string
  opciones: Opciones
  /** The id of its bytes on the server. */
  subida: string | null
  origen: 'computadora' | 'celular'
  esFoto: boolean
  estado: EstadoArchivo
  percent: number
  problema: string | null
  /** Whether, for `mal`, sending the same bytes again may help. */
  again: boolean
  /** Whether it was priced once, so that a later problem is in its options. */
  contado: boolean
}

const PENDIENTES: readonly EstadoArchivo[] = ['cola', 'foto', 'sube', 'espera']
/** Its bytes are not on the server yet. */
export const isPendiente = ({ estado }: Pick<ArchivoDeVenta, 'estado'>): boolean =>
  PENDIENTES.includes(estado)
export const isListo = ({ estado }: Pick<ArchivoDeVenta, 'estado'>): boolean => estado === 'listo'
export const isMalo = ({ estado }: Pick<ArchivoDeVenta, 'estado'>): boolean => estado === 'mal'

const NEW = {
  opciones: DEFAULT_OPCIONES,
  subida: null,
  origen: 'computadora',
  esFoto: false,
  estado: 'cola',
  percent: 0,
  problema: null,
  again: false,
  contado: false,
} as const satisfies Partial<ArchivoDeVenta>

/** The problem of file types that no browser can make a PDF of. */
export const AJENOS: Record<Exclude<Tipo, 'pdf' | 'foto'>, string> = {
  word: 'Es un documento de Word: guardalo como PDF y cambialo.',
  presentacion: 'Es una presentación: guardala como PDF y cambiala.',
  planilla: 'Es una planilla de cálculo: guardala como PDF y cambiala.',
  otro: 'No es un PDF ni una foto: guardalo como PDF y cambialo.',
}

export const ESTA_VACIO = 'Está vacío: no se llegó a guardar entero.'

/** A file of this computer. One that certainly cannot be printed is listed with the reason. */
export function newArchivoDeVenta(id: string, file: File, taken: ReadonlySet<string>): ArchivoDeVenta {
  const name = cleanNombre(file.name)
  const tipo = tipoOfName(name)
  const nombre = tipo === 'foto' ? freeNombre(`${name.replace(/\.[^.]+$/, '')}.pdf`, taken) : name
  const made: ArchivoDeVenta = { ...NEW, id, nombre, esFoto: tipo === 'foto' }
  if (tipo !== 'pdf' && tipo !== 'foto') return malo(made, AJENOS[tipo])
  return file.size === 0 ? malo(made, ESTA_VACIO) : made
}

/** A file that the customer's phone sent. `problema` null: it can be printed. */
export function recibido(
  id: string,
  { nombre, subida, problema }: { nombre: string; subida: string; problema: string | null },
  taken: ReadonlySet<string>,
): ArchivoDeVenta {
  const made: ArchivoDeVenta = {
    ...NEW,
    id,
    nombre: freeNombre(nombre, taken),
    subida,
    origen: 'celular',
    estado: 'listo',
  }
  return problema ? malo(made, problema) : made
}

export const malo = (archivo: ArchivoDeVenta, problema: string, again = false): ArchivoDeVenta => ({
  ...archivo,
  estado: 'mal',
  percent: 0,
  problema,
  again,
})

export const nombresOf = (all: readonly ArchivoDeVenta[]): Set<string> =>
  new Set(all.map(({ nombre }) => nombre))

/** After a reload unfinished files begin again, or continue where they were. */
export const afterReload = (all: readonly ArchivoDeVenta[]): ArchivoDeVenta[] =>
  all.map((one) => (isPendiente(one) ? { ...one, estado: 'cola', percent: 0 } : one))

/** A changed option may solve its problem: the server decides. */
export const withOpciones = (archivo: ArchivoDeVenta, opciones: Partial<Opciones>): ArchivoDeVenta => ({
  ...archivo,
  opciones: { ...archivo.opciones, ...opciones },
  ...(hasBadOptions(archivo) && { estado: 'listo', problema: null }),
})

/** Its bytes are fine, but its options are not. */
export const hasBadOptions = ({ estado, subida, contado, opciones }: ArchivoDeVenta): boolean =>
  estado === 'mal' && subida !== null && (contado || opciones.rango !== null)

/** '«tesis.pdf»: está protegido con contraseña' -> 'Está protegido con contraseña.' */
function sentenceOf(message: string, nombre: string): string {
  const text = message
    .normalize('NFC')
    .replace(`«${nombre}»`, '')
    .replace(/^[:\s]+/, '')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

/** The files with the reasons that the server gave by name. `rest`: messages that name no file. */
export function withProblemas(
  all: readonly ArchivoDeVenta[],
  messages: readonly string[],
): { archivos: ArchivoDeVenta[]; rest: string[] } {
  const { problems, rest } = byArchivo(
    messages,
    all.filter(isListo).map(({ id, nombre }) => ({ id, name: nombre })),
  )
  const archivos = all.map((one) => {
    const message = problems.get(one.id)
    return message ? malo(one, sentenceOf(message, one.nombre)) : one
  })
  return { archivos, rest }
}

const PERDIDO = {
  computadora: 'Ya no está en el servidor ni en esta computadora: elegilo de nuevo.',
  celular: 'Ya no está en el servidor: pedile que lo mande otra vez.',
}

/** Uploads again the bytes that the server has lost, if they are on this computer. */
export const withLost = (all: readonly ArchivoDeVenta[], nombres: readonly string[]): ArchivoDeVenta[] =>
  all.map((one) => {
    if (!isListo(one) || !nombres.some((nombre) => sameNombre(nombre, one.nombre))) return one
    const lost: ArchivoDeVenta = { ...one, subida: null, contado: false }
    return one.origen === 'celular' ? malo(lost, PERDIDO.celular) : { ...lost, estado: 'cola', percent: 0 }
  })

/** Its bytes are no longer on this computer. */
export const perdido = (archivo: ArchivoDeVenta): ArchivoDeVenta => malo(archivo, PERDIDO[archivo.origen])
