// File types that are no PDF by their name, and the ways to a PDF for each.
import { type Tipo, tipoOfName } from '../api/tipo-archivo.ts'

/** The files that a picker for pictures offers. An iPhone converts HEIC to JPEG as long as HEIC is not named here. */
export const ACCEPT_FOTOS = 'image/*'

export const isFoto = ({ name }: { name: string }): boolean => tipoOfName(name) === 'foto'

/** The file's type, and the steps to a PDF on a phone, a computer and with Google. */
export type Ayuda = { es: string; pasos: readonly string[] }

const enGoogle = (app: string) => `En ${app}: Archivo → Descargar → Documento PDF (.pdf).`

const AYUDAS: Record<Exclude<Tipo, 'pdf' | 'foto'>, Ayuda> = {
  word: {
    es: 'un documento de Word',
    pasos: [
      'En el celular: abrilo, tocá los tres puntos, Imprimir, y elegí «Guardar como PDF».',
      'En Word: Archivo → Guardar como, y en el tipo elegí PDF.',
      enGoogle('Documentos de Google'),
    ],
  },
  presentacion: {
    es: 'una presentación',
    pasos: [
      'En el celular: abrila, tocá los tres puntos, Imprimir, y elegí «Guardar como PDF».',
      'En PowerPoint: Archivo → Guardar como, y en el tipo elegí PDF.',
      enGoogle('Presentaciones de Google'),
    ],
  },
  planilla: {
    es: 'una planilla de cálculo',
    pasos: [
      'En el celular: abrila, tocá los tres puntos, Imprimir, y elegí «Guardar como PDF».',
      'En Excel: Archivo → Guardar como, y en el tipo elegí PDF. Fijate cuántas hojas salen.',
      enGoogle('Hojas de cálculo de Google'),
    ],
  },
  otro: {
    es: 'otro tipo de archivo',
    pasos: [
      'Abrilo en el programa con el que lo hiciste.',
      'Elegí Imprimir, y como impresora «Guardar como PDF».',
      'Agregá acá ese PDF.',
    ],
  },
}

export const ayudaOf = (tipo: Exclude<Tipo, 'pdf' | 'foto'>): Ayuda => AYUDAS[tipo]
