// Facts that the customer and the clerk should know of a file of an order.

import type { Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { AVISO_CODIGOS, type Aviso, type AvisoCodigo, avisoOf } from '@imprimitodo/shared/rules/compra/aviso'
import { A4, HOJAS, isOfHojaPt, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { isImpresa, lastPageOf } from '@imprimitodo/shared/rules/compra/paginas'
import { tamanoOfPt } from '@imprimitodo/shared/rules/compra/tamano'
import type { Linea } from '../../archivos/service.ts'

type Avisable = {
  archivo: Pick<Linea['archivo'], 'paginas'> & Pick<Opciones, 'color' | 'rango' | 'por_carilla' | 'hoja'>
  contenido: Pick<
    Linea['contenido'],
    'tamanos' | 'color_hasta' | 'paginas_color' | 'reparado' | 'xfa' | 'prueba'
  >
}

/** Not given for pages that share a side: those are scaled and turned as was asked, and keep off the edge. */
const OF_WHOLE_SIDES: ReadonlySet<AvisoCodigo> = new Set(['escala', 'escala_carta', 'apaisada', 'borde'])

/**
 * Avisos of the printed pages, in the order of the rules; `paginas` ascending, empty for the whole file.
 */
export function avisosOf({ archivo, contenido }: Avisable): Aviso[] {
  const found = new Map<AvisoCodigo, number[]>()
  if (contenido.xfa) found.set('xfa', [])
  if (contenido.reparado) found.set('reparado', [])
  const isPrinted = isImpresa(archivo)
  const add = (codigo: AvisoCodigo, paginas: number[]) => {
    const printed = paginas.filter(isPrinted)
    if (printed.length === 0 || (archivo.por_carilla > 1 && OF_WHOLE_SIDES.has(codigo))) return
    found.set(codigo, [...(found.get(codigo) ?? []), ...printed])
  }
  let page = 0
  for (const { pages, ...size } of contenido.tamanos ?? []) {
    const paginas = Array.from({ length: pages }, () => ++page)
    for (const codigo of ofSize(size, archivo.hoja)) add(codigo, paginas)
  }
  if (contenido.prueba) {
    add('como_imagen', contenido.prueba.imagen)
    for (const { codigo, paginas } of contenido.prueba.avisos)
      if (codigo !== 'color_en_byn' || archivo.color !== 'color') add(codigo, paginas)
  }
  add('byn_en_color', inVain(archivo, contenido))
  return AVISO_CODIGOS.flatMap((known) => {
    const where = found.get(known)
    return where ? [avisoOf(known, where, archivo.hoja)] : []
  })
}

function ofSize({ width, height }: { width: number; height: number }, hoja: NombreHoja): AvisoCodigo[] {
  const lying: AvisoCodigo[] = width > height ? ['apaisada'] : []
  if (isOfHojaPt(width, height, HOJAS[hoja])) return lying
  // A letter shrinks by a hair on A4
  const isHair = hoja === A4.nombre && tamanoOfPt(width, height) === 'Carta'
  return [...lying, isHair ? 'escala_carta' : 'escala']
}

/** Pages without colour of a file ordered in colour; none until all its colour is counted. */
function inVain(
  archivo: Avisable['archivo'],
  { color_hasta, paginas_color }: Avisable['contenido'],
): number[] {
  const last = lastPageOf(archivo)
  if (archivo.color !== 'color' || color_hasta < last) return []
  const colored = new Set(paginas_color)
  return Array.from({ length: last }, (_, index) => index + 1).filter((page) => !colored.has(page))
}
