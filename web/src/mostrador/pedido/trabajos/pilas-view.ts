import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { GrupoOrDefault, Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { applyGroups, GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { pilasOf } from '@imprimitodo/shared/rules/compra/precio'

type Archivo = Omit<Opciones, 'hoja'> & { nombre: string; hojas: number; grupo: GrupoOrDefault }

/** A pile: a bound volume with its files in order, or one loose file. */
export type Pila<A> = {
  titulo: string
  anillado: boolean
  copias: number
  /** For one copy. */
  hojas: number
  /** `n` names the file in addresses, from 1; `orden` is its place in the volume, from 1. */
  archivos: { n: number; orden: number; archivo: A }[]
}

/** The piles of an order: volumes in order of appearance, then loose files. */
export function listPilas<A extends Archivo>(asked: A[]): Pila<A>[] {
  const archivos = applyGroups(asked)
  const boundFirst = pilasOf(archivos).sort((a, b) => Number(b.anillado) - Number(a.anillado))
  return boundFirst.map(({ grupo, anillado, members }) => {
    const files = members.flatMap((index, place) => {
      const archivo = archivos[index]
      return archivo ? [{ n: index + 1, orden: place + 1, archivo }] : []
    })
    return {
      titulo: grupo ? GRUPO_TITLES[grupo] : anillado ? 'Anillado' : 'Suelto',
      anillado,
      copias: files[0]?.archivo.duplicado ?? 1,
      hojas: files.reduce((sum, { archivo }) => sum + archivo.hojas, 0),
      archivos: files,
    }
  })
}

/** '2 anillados y 1 pila suelta', counting copies' kinds, not copies. */
export function pilasText(pilas: Pick<Pila<unknown>, 'anillado'>[]): string {
  const bound = pilas.filter(({ anillado }) => anillado).length
  const loose = pilas.length - bound
  const parts = []
  if (bound > 0) parts.push(count(bound, 'anillado'))
  if (loose > 0) parts.push(count(loose, 'pila suelta', 'pilas sueltas'))
  return parts.join(' y ')
}
