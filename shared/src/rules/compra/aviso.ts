// Facts that a customer should know of a file before it is printed.
import { A4, type NombreHoja } from './hoja.ts'
import { runsFrom, runsText } from './paginas.ts'

/** In the order in which they are told. */
export const AVISO_CODIGOS = [
  'como_imagen',
  'xfa',
  'reparado',
  'en_blanco',
  'no_se_imprime',
  'escala',
  'borde',
  'baja_resolucion',
  'color_en_byn',
  'byn_en_color',
  'escala_carta',
  'apaisada',
  'fuente_ausente',
] as const
export type AvisoCodigo = (typeof AVISO_CODIGOS)[number]

/** `paginas`: from 1, ascending; empty where it concerns the whole file. */
export type Aviso = { codigo: AvisoCodigo; paginas: number[]; texto: string }

/** Avisos about paper that will differ from what was expected. The others are details. */
export const AVISOS_IMPORTANTES: ReadonlySet<AvisoCodigo> = new Set([
  'como_imagen',
  'xfa',
  'reparado',
  'en_blanco',
  'no_se_imprime',
  'escala',
  'borde',
])

/** 'página 3', 'páginas 1 a 4 y 9', 'páginas 1, 3, 5 y otras 20'. `paginas` ascending. */
export const paginasTexto = (paginas: readonly number[]): string => runsText(runsFrom(paginas))

/** The sentences fit its customer and the counter, before the payment and after. */
const TEXTOS: Record<AvisoCodigo, (donde: string, hoja: NombreHoja) => string> = {
  como_imagen: (donde) => `Se imprime como imagen, igual a como se ve: ${donde}.`,
  xfa: () =>
    'Es un formulario que solo Adobe Reader puede mostrar: sale bien el PDF que se hace ahí con Imprimir.',
  reparado: () => 'El archivo estaba dañado y lo reparamos: mirá cómo sale.',
  en_blanco: (donde) => `Sale en blanco y se cobra como las demás: ${donde}.`,
  no_se_imprime: (donde) => `Tiene notas, campos o marcas que se ven en pantalla y no se imprimen: ${donde}.`,
  escala: (donde, hoja) =>
    hoja === A4.nombre
      ? `No es A4 y se ajusta a la hoja: ${donde}.`
      : `No mide lo mismo que la hoja ${hoja} y se ajusta a ella: ${donde}.`,
  borde: (donde) => `Llega a menos de 3 mm del borde y puede salir cortado: ${donde}.`,
  baja_resolucion: (donde) => `Tiene imágenes de poca resolución, que pueden salir borrosas: ${donde}.`,
  color_en_byn: (donde) => `Tiene color y sale en blanco y negro: ${donde}.`,
  byn_en_color: (donde) => `No tiene color, aunque se pidió a color: ${donde}.`,
  escala_carta: (donde, hoja) => `Es tamaño carta y se ajusta apenas a ${hoja}: ${donde}.`,
  apaisada: (donde) => `Es apaisada y se gira para entrar en la hoja: ${donde}.`,
  fuente_ausente: (donde) => `Usa una letra que no está dentro del PDF y puede verse distinta: ${donde}.`,
}

/** `hoja`: the paper that it is printed on. */
export const avisoOf = (codigo: AvisoCodigo, paginas: number[], hoja: NombreHoja): Aviso => ({
  codigo,
  paginas,
  texto: TEXTOS[codigo](paginasTexto(paginas), hoja),
})
