// Several pictures become one PDF, in this browser.
import { sameNombre } from '@imprimitodo/shared/rules/compra/archivo'
import { noteDrawing, noteDrawn } from '../state/deadly.ts'
import { decode, draw, type FotoDibujada } from './draw.ts'
import { type Encaje, escalaOf, type Giro, hojaOf } from './hoja.ts'
import type { FotoLeida } from './read-foto.ts'
import { soloImagen } from './solo-imagen.ts'
import { type Pagina, writePdf } from './write-pdf.ts'

/** The browser holds their bytes until the PDF is stored: a hundred are some 200 MB. */
export const MAX_FOTOS = 100

/** Text stays sharp at this quality; a page of A4 takes one to three megabytes. */
const QUALITY = 0.9

export type Elegida = {
  /** `realFile` null: its bytes are not here. */
  archivo: { id: string; name: string; realFile: File | null }
  foto: Extract<FotoLeida, { estado: 'lista' }>
  giro: Giro
}

/** Names the picture that can no longer be read. */
export class FotoPerdida extends Error {
  readonly nombre: string
  constructor(nombre: string) {
    super(`«${nombre}» cannot be read`)
    this.nombre = nombre
  }
}

/**
 * @param nombre the PDF's name
 * @param onFoto called before each, with the number of finished ones
 * @returns the PDF, or rejects with `FotoPerdida`, and with the reason of `signal` when it is aborted
 */
export async function convertFotos(
  elegidas: readonly Elegida[],
  {
    encaje,
    nombre,
    signal,
    onFoto,
  }: { encaje: Encaje; nombre: string; signal: AbortSignal; onFoto: (done: number) => void },
): Promise<File> {
  const paginas: Pagina[] = []
  for (const [done, elegida] of elegidas.entries()) {
    signal.throwIfAborted()
    onFoto(done)
    paginas.push(
      await paginaOf(elegida, encaje).catch(() => {
        throw new FotoPerdida(elegida.archivo.name)
      }),
    )
  }
  signal.throwIfAborted()
  return writePdf(paginas, nombre)
}

async function paginaOf({ archivo, foto, giro }: Elegida, encaje: Encaje): Promise<Pagina> {
  const { realFile: file } = archivo
  if (!file) throw new Error('Its bytes are not here')
  const { imagen } = foto
  const scale = escalaOf(foto)
  if (imagen.formato === 'jpeg-directo' && scale === 1) {
    const { ancho, alto, gris, orientacion } = imagen
    const jpeg = soloImagen(new Uint8Array(await file.arrayBuffer()))
    if (jpeg) return { jpeg, ancho, alto, gris, hoja: hojaOf(foto, { giro, encaje, orientacion }) }
  }
  noteDrawing(archivo.id)
  try {
    const drawn = await redraw(file, scale)
    return { ...drawn, gris: false, hoja: hojaOf(drawn, { giro, encaje, orientacion: 1 }) }
  } finally {
    noteDrawn(archivo.id)
  }
}

async function redraw(file: File, scale: number): Promise<FotoDibujada> {
  const bitmap = await decode(file)
  try {
    return await draw(bitmap, scale, QUALITY)
  } finally {
    bitmap.close()
  }
}

/** 'pizarrón.pdf', 'pizarrón y 2 más.pdf'. A name that is listed already gets a number. */
export function nombrePdf(nombres: readonly string[], listed: readonly string[]): string {
  const [first = 'fotos', ...others] = nombres
  const stem = first.replace(/\.[^.]+$/, '') || 'fotos'
  const name = others.length > 0 ? `${stem} y ${others.length} más` : stem
  for (let n = 1; ; n++) {
    const free = n === 1 ? `${name}.pdf` : `${name} (${n}).pdf`
    if (!listed.some((one) => sameNombre(one, free))) return free
  }
}
