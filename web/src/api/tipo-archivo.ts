// The type of a file by the extension of its name, which is how step 1 recognises it.
import { isPdfName } from '@imprimitodo/shared/rules/compra/archivo'

/** `foto`: this browser can make a PDF of it. The others must be converted by the program that made them. */
export type Tipo = 'pdf' | 'foto' | 'word' | 'presentacion' | 'planilla' | 'otro'

const TIPOS: readonly (readonly [Tipo, RegExp])[] = [
  ['foto', /\.(?:jpe?g|jfif|png|webp|hei[cf]|avif|gif|bmp)$/i],
  ['word', /\.(?:docx?|docm|odt|rtf|pages|gdoc)$/i],
  ['presentacion', /\.(?:pptx?|ppsx?|odp|key|gslides)$/i],
  ['planilla', /\.(?:xlsx?|ods|csv|numbers|gsheet)$/i],
]

export function tipoOfName(name: string): Tipo {
  if (isPdfName(name)) return 'pdf'
  return TIPOS.find(([, pattern]) => pattern.test(name))?.[0] ?? 'otro'
}
