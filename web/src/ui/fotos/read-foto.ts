import { noteDrawing, noteDrawn } from '../state/deadly.ts'
import { decode, draw } from './draw.ts'
import { upright } from './hoja.ts'
import { type Imagen, inspect } from './imagen.ts'

/** Why a picture cannot be opened here. `muerta`: the tab crashed when it was drawn. */
export type MotivoFoto = 'vacia' | 'grande' | 'heic' | 'rota' | 'muerta'

/** `url`: the picture made small, as an address of this page's. `ancho` and `alto` of the upright picture. */
export type FotoLeida =
  | { estado: 'leyendo' }
  | { estado: 'lista'; url: string; ancho: number; alto: number; imagen: Imagen }
  /** `text`: the problem, and what its owner can do. `motivo` for screens of other people. */
  | { estado: 'no'; text: string; motivo: MotivoFoto }

/**
 * Decoded it takes 200 MB, which a phone with 2 GB has. Not 50: the cameras that are sold so take up to 50,33.
 * Phones with more megapixels use 12 by default.
 */
const MAX_MEGAPIXELS = 51
const SMALL_PIXELS = 420

const VACIA = 'La foto está vacía: no llegó a guardarse entera. Elegila de nuevo.'
const ROTA =
  'No la pudimos abrir: está dañada o no es una foto. Sacale una captura de pantalla y agregá la captura.'
export const PESADA = 'Este teléfono no la puede abrir: mandátela por WhatsApp y agregá esa copia.'
const HEIC =
  'Este navegador no abre fotos HEIC. En el iPhone: Ajustes → Cámara → Formatos → «Más compatible», y sacala de nuevo. O mandátela por WhatsApp y agregá esa copia.'
const grande = (megapixels: number) =>
  `Tiene ${Math.ceil(megapixels)} megapíxeles y acá entran hasta ${MAX_MEGAPIXELS}. Mandátela por WhatsApp y agregá esa copia, que es más chica y se imprime bien.`

/**
 * A picture's data, and a small version of it. `id`: the name under which a crash while drawing it is
 * recorded.
 */
export async function readFoto(id: string, file: File): Promise<FotoLeida> {
  if (file.size === 0) return { estado: 'no', text: VACIA, motivo: 'vacia' }
  let imagen: Imagen | null = null
  try {
    imagen = await inspect(file)
    const megapixels = (imagen.ancho * imagen.alto) / 1e6
    if (megapixels > MAX_MEGAPIXELS) return { estado: 'no', text: grande(megapixels), motivo: 'grande' }
    noteDrawing(id)
    const bitmap = await decode(file)
    try {
      const scale = Math.min(1, SMALL_PIXELS / Math.max(bitmap.width, bitmap.height))
      const { jpeg } = await draw(bitmap, scale, 0.8)
      const size =
        imagen.formato === 'jpeg-directo'
          ? upright(imagen, imagen.orientacion)
          : { ancho: bitmap.width, alto: bitmap.height }
      return { estado: 'lista', url: URL.createObjectURL(jpeg), ...size, imagen }
    } finally {
      bitmap.close()
    }
  } catch {
    return imagen?.formato === 'heic'
      ? { estado: 'no', text: HEIC, motivo: 'heic' }
      : { estado: 'no', text: ROTA, motivo: 'rota' }
  } finally {
    noteDrawn(id)
  }
}
