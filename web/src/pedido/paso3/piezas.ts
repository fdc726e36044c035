import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { AVISOS_IMPORTANTES, type Aviso } from '@imprimitodo/shared/rules/compra/aviso'
import { pilasOf } from '@imprimitodo/shared/rules/compra/precio'
import { paginasText, volumenText, volumenTitle } from '@imprimitodo/shared/rules/compra/textos'

/** A volume, or a file that is not bound, as the receipt names it. */
export type PedidoPieza = {
  /** The place of its first file, from 1, as in addresses. */
  n: number
  title: string
  /** The files of a volume. */
  nombres: string[]
  text: string
  /** All copies and their binding, before discounts. */
  pesos: number
  dobleFaz: boolean
  orientacion: 'vertical' | 'horizontal'
  color: boolean
  anillado: boolean
  /** Avisos that change the paper, once for the files that share them. */
  avisos: Aviso[]
}

/** The pieces that are bought, in the customer's order. Their amounts add up to print and binding. */
export function piezasOf({
  archivos,
  volumenes,
}: Pick<PedidoAnswer, 'archivos' | 'volumenes'>): PedidoPieza[] {
  return pilasOf(archivos).flatMap(({ grupo, anillado, members }) => {
    const files = members.flatMap((index) => archivos[index] ?? [])
    const [first] = files
    if (!first) return []
    const volumen = volumenes.find((one) => (grupo ? one.grupo === grupo : one.nombre === first.nombre))
    const sheets = volumen && volumenText(volumen, first.hoja)
    return {
      n: (members[0] ?? 0) + 1,
      title: grupo && volumen ? volumenTitle(volumen) : first.nombre,
      nombres: grupo ? files.map(({ nombre }) => nombre) : [],
      text: grupo && sheets ? sheets : looseText(first),
      pesos: files.reduce((sum, { importe }) => sum + importe, volumen?.importe ?? 0),
      dobleFaz: files.some(({ doble_faz }) => doble_faz),
      orientacion: first.orientacion,
      color: files.some(({ color }) => color === 'color'),
      anillado,
      avisos: loudOf(files),
    }
  })
}

const looseText = (archivo: PedidoAnswer['archivos'][number]): string =>
  [
    archivo.duplicado > 1 && count(archivo.duplicado, 'copia'),
    paginasText(archivo) + (archivo.duplicado > 1 ? ' cada una' : ''),
    archivo.doble_faz && 'doble faz',
    archivo.anillado && 'anillado',
  ]
    .filter(Boolean)
    .join(' · ')

/** Avisos of several files, each with the file's name. */
function loudOf(files: PedidoAnswer['archivos']): Aviso[] {
  return files.flatMap(({ nombre, avisos }) =>
    avisos
      .filter(({ codigo }) => AVISOS_IMPORTANTES.has(codigo))
      .map((aviso) => (files.length > 1 ? { ...aviso, texto: `${nombre}: ${aviso.texto}` } : aviso)),
  )
}
