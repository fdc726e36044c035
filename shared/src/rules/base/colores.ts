// The colours that an owner may choose for the shop. Each set is checked: what is written on a colour can be read.

/** Hex, as in the style sheets. `tinta` carries white text and is a link's colour on paper; `acento` carries dark text. */
type Colores = {
  nombre: string
  tinta: string
  /** `tinta` under the pointer. */
  tintaOscura: string
  /** A background for dark text. */
  tintaClara: string
  acento: string
  acentoClaro: string
}

const de = (
  nombre: string,
  [tinta, tintaOscura, tintaClara]: [string, string, string],
  [acento, acentoClaro]: [string, string],
): Colores => ({ nombre, tinta, tintaOscura, tintaClara, acento, acentoClaro })

export const COLORES = {
  limon: de('Azul y limón', ['#1b3fbf', '#132e8f', '#e9eef7'], ['#f5c518', '#fdf3c9']),
  menta: de('Verde y menta', ['#0b5f46', '#084634', '#e3f1ec'], ['#8fe0b8', '#e2f7ec']),
  durazno: de('Violeta y durazno', ['#5b2a9d', '#441f77', '#f0eaf8'], ['#ffb37a', '#ffeddd']),
  celeste: de('Bordó y celeste', ['#8c1d40', '#6a1430', '#f8e8ed'], ['#8fd0f0', '#e1f3fb']),
  rosa: de('Petróleo y rosa', ['#0f5566', '#0b3f4c', '#e3f0f3'], ['#ffa6c1', '#ffe8ef']),
  arena: de('Negro y arena', ['#2b2f38', '#16191f', '#ececee'], ['#e3c48d', '#f8efdf']),
} as const satisfies Record<string, Colores>

export type CualColores = keyof typeof COLORES
export const CUALES_COLORES = [
  'limon',
  'menta',
  'durazno',
  'celeste',
  'rosa',
  'arena',
] as const satisfies CualColores[]
export const DEFAULT_COLORES: CualColores = 'limon'
export const isColores = (text: string): text is CualColores => CUALES_COLORES.some((one) => one === text)
