import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { runsFrom, runsText } from '@imprimitodo/shared/rules/compra/paginas'
import { hojasText } from '@imprimitodo/shared/rules/compra/textos'
import type { Cara, Hojeable, LugarDeCara } from '@imprimitodo/shared/rules/taller/hojear'
import { tomoOf } from './posicion.ts'

export const bare = (nombre: string | undefined): string => (nombre ?? '').replace(/\.pdf$/i, '')

export const titleOf = ({ grupo, archivos }: Hojeable, nombres: readonly string[]): string =>
  grupo ? GRUPO_TITLES[grupo] : bare(nombres[archivos[0]?.archivo ?? 0])

/** 'Tomo 1 de 2 · 460 hojas, doble faz', '2 hojas A3, simple faz' */
export function factsOf(of: Hojeable, hoja: number): string {
  const { hojas, lados, tomos, papel } = of
  const parts = [
    tomos.length > 1 && `Tomo ${tomoOf(of, hoja).tomo + 1} de ${tomos.length}`,
    `${hojasText(hojas, papel.nombre)}, ${lados === 2 ? 'doble faz' : 'simple faz'}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** 'páginas 3 y 4', with the file where there are several: 'Atlas, página 1'. */
export function pagesText({ archivos }: Hojeable, nombres: readonly string[], cara: Cara): string {
  const pages = cara.blank ? 'en blanco' : runsText(runsFrom(cara.paginas.map(({ pagina }) => pagina)))
  return archivos.length > 1 ? `${bare(nombres[cara.archivo])}, ${pages}` : pages
}

/** For screen readers: 'Hoja 115 de 230, dorso, página 229'. */
export function spokenOf(
  of: Hojeable,
  nombres: readonly string[],
  seen: readonly (LugarDeCara | null)[],
): string {
  const parts = seen.flatMap((lugar) =>
    lugar
      ? [
          [
            `Hoja ${lugar.hoja} de ${of.hojas}`,
            of.lados === 2 && lugar.cara,
            pagesText(of, nombres, of.caraOf(lugar)),
          ]
            .filter(Boolean)
            .join(', '),
        ]
      : [],
  )
  const ends = cutAfter(of, seen)
  return [...parts, ends].filter(Boolean).join('. ')
}

/** Why a side has no page, in a sentence or two. */
export function blankText(of: Hojeable, nombres: readonly string[], lugar: LugarDeCara, cara: Cara): string {
  const own = `«${bare(nombres[cara.archivo])}»`
  const end = cara.ultima === null ? `${own} termina acá` : `${own} termina en la página ${cara.ultima}`
  const after = of.archivos.find(({ hoja }) => hoja === lugar.hoja + 1)
  const next = after && `«${bare(nombres[after.archivo])}»`
  const why = {
    una_cara: 'Va en simple faz.',
    simple_faz: `${own} va en simple faz.`,
    hoja_nueva: `${end}${next ? ` y ${next} empieza en hoja nueva` : ''}.`,
    final: `${end}.`,
  }
  return cara.blank ? `${why[cara.blank]} No se cobra.` : ''
}

/** The place within the view where a tome ends. */
export function cutAfter(of: Hojeable, seen: readonly (LugarDeCara | null)[]): string | null {
  const hoja = seen.findLast((lugar) => lugar !== null)?.hoja ?? 0
  const { tomo, hasta } = tomoOf(of, hoja)
  if (hoja !== hasta || hasta === of.hojas) return null
  return `El tomo ${tomo + 1} termina en la hoja ${hasta}: sigue en la ${hasta + 1}`
}
