/** Typed codes: 12 characters of Crockford's base 32 (60 bits), written XXXX-XXXX-XXXX. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `bytes`: 12 random ones; the low 5 bits of each are used, so every character is equally likely. */
export function codigoFrom(bytes: Uint8Array): string {
  const text = Array.from(bytes.subarray(0, 12), (byte) => ALPHABET[byte & 31]).join('')
  return text.replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3')
}

const START_MIN = 3
const GROUP = 4

/**
 * The first characters of a code as they are kept, dashes included; null: too few, or no beginning of one. O is
 * 0, I and L are 1.
 */
export function startOfCodigo(typed: string): string | null {
  return charsOf(typed)?.replace(/(.{4})(?=.)/g, '$1-') ?? null
}

/** The last characters, at least a group of four, in the same form: 'mhe h4rt' is 'MHE-H4RT'. */
export function endOfCodigo(typed: string): string | null {
  const chars = charsOf(typed)
  if (!chars || chars.length < GROUP) return null
  const first = chars.length % GROUP || GROUP
  return chars.slice(0, first) + chars.slice(first).replace(/.{4}/g, '-$&')
}

/** The characters as they are kept, without dashes; null: too few or too many, or another sign among them. */
function charsOf(typed: string): string | null {
  const text = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const isPart = text.length >= START_MIN && text.length <= 12
  return isPart && [...text].every((char) => ALPHABET.includes(char)) ? text : null
}

/** A typed code in the form that is stored; null if it cannot be a code. */
export function normaliseCodigo(typed: string): string | null {
  const start = startOfCodigo(typed)
  return start?.length === 'XXXX-XXXX-XXXX'.length ? start : null
}

/**
 * The code that stands in a pasted text, such as the message that tells it; null: none with its dashes, or several
 * different ones.
 */
export function codigoPegadoIn(pasted: string): string | null {
  const found = [...pasted.matchAll(/(?:^|[^\w-])(\w{4}-\w{4}-\w{4})(?![\w-])/g)]
  const [codigo = null, other] = new Set(found.flatMap(([, text = '']) => normaliseCodigo(text) ?? []))
  return other ? null : codigo
}

/** The kinds of discount that a code can give. */
export const VALOR_TIPOS = ['hojas', 'porcentaje'] as const
export type ValorTipo = (typeof VALOR_TIPOS)[number]

/** The words with which the counter asks for an e-mail: «Ese código es de {source}», «el correo con el que {verb}». */
export type AsksCorreo = { source: string; verb: string }

/** The properties of a kind of code. Without a `valor` the code is exchanged for something at the counter. */
type Clase = {
  /**
   * `cuenta`: an account. `correo`: a mailbox without an account; the code forgets its e-mail a year after its
   * end. `pedido`: an order, which keeps the code in its own row.
   */
  belongsTo: 'cuenta' | 'correo' | 'pedido'
  /** Set: the counter asks for the e-mail that won the code. Null: each person who brings the code may use it. */
  asksCorreo: AsksCorreo | null
} & (
  | {
      valor: 'hojas' | null
      /**
       * An unused one is void when its account owes points. One that a cancelled or refunded order spent is given
       * back as a new code.
       */
      boughtWithPuntos: boolean
    }
  // Points cannot buy a percent yet: `giveBackCodigos` of compra/pedidos/pasos/beneficios.ts gives back sheets only
  | { valor: 'porcentaje'; boughtWithPuntos: false }
)

/** The kinds of codes, in the order of the reports. */
export const CODIGOS = {
  hojas: { valor: 'hojas', belongsTo: 'cuenta', asksCorreo: null, boughtWithPuntos: true },
  cupon: { valor: 'porcentaje', belongsTo: 'cuenta', asksCorreo: null, boughtWithPuntos: false },
  ruleta: {
    valor: 'porcentaje',
    belongsTo: 'correo',
    asksCorreo: { source: 'la ruleta', verb: 'giró' },
    boughtWithPuntos: false,
  },
  premio: { valor: null, belongsTo: 'cuenta', asksCorreo: null, boughtWithPuntos: true },
  /** The pickup code of an order. */
  retiro: { valor: null, belongsTo: 'pedido', asksCorreo: null, boughtWithPuntos: false },
} as const satisfies Record<string, Clase>

export type CodigoTipo = keyof typeof CODIGOS
/** The kinds that are kept in the table of codes. */
export type CodigoDeTabla = {
  [Tipo in CodigoTipo]: (typeof CODIGOS)[Tipo]['belongsTo'] extends 'pedido' ? never : Tipo
}[CodigoTipo]
/** The kinds that are used in an order of the web or in a sale, since they give a discount. */
type CodigoDeCompra = {
  [Tipo in CodigoTipo]: (typeof CODIGOS)[Tipo]['valor'] extends null ? never : Tipo
}[CodigoTipo]

const isTipo = (key: string): key is CodigoTipo => key in CODIGOS
const isDeTabla = (tipo: CodigoTipo): tipo is CodigoDeTabla => CODIGOS[tipo].belongsTo !== 'pedido'
export const isDeCompra = (tipo: CodigoTipo): tipo is CodigoDeCompra => CODIGOS[tipo].valor !== null

export const CODIGO_TIPOS = Object.keys(CODIGOS).filter(isTipo)
export const CODIGOS_DE_TABLA = CODIGO_TIPOS.filter(isDeTabla)
export const CODIGOS_DE_COMPRA = CODIGO_TIPOS.filter(isDeCompra)

/**
 * Whether the counter may mark it used outside a sale. Not free sheets: only a sale knows how many of them it
 * takes.
 */
export function isMarkable(tipo: CodigoTipo): boolean {
  switch (CODIGOS[tipo].valor) {
    case 'hojas':
      return false
    case 'porcentaje':
    case null:
      return true
  }
}
