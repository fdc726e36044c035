import type { Grupo, GrupoOrDefault } from '@imprimitodo/shared/rules/compra/archivo'
import { applyGroups, GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import type { ArchivoCarrito, Carrito } from './carrito-state.ts'

export const membersOf = (carrito: Carrito, grupo: GrupoOrDefault): ArchivoCarrito[] =>
  carrito.archivos.filter((archivo) => archivo.grupo === grupo)

/** Copies, orientation or paper of a whole volume, set at its head. */
export function shareGrupo(
  archivos: ArchivoCarrito[],
  grupo: Grupo,
  { duplicado, orientacion, hoja }: Partial<Pick<ArchivoCarrito, 'duplicado' | 'orientacion' | 'hoja'>>,
): ArchivoCarrito[] {
  return archivos.map((one) =>
    one.grupo === grupo
      ? {
          ...one,
          duplicado: duplicado ?? one.duplicado,
          orientacion: orientacion ?? one.orientacion,
          hoja: hoja ?? one.hoja,
        }
      : one,
  )
}

export type Moved = { carrito: Carrito; notice: string | null }

/**
 * A file enters an area at its end, or leaves for 'default'. It takes the orientation of those already there,
 * and all share the highest copies; `notice` says what changed.
 */
export function moveToGrupo(carrito: Carrito, id: string, grupo: GrupoOrDefault): Moved {
  const archivo = carrito.archivos.find((one) => one.id === id)
  if (!archivo) return { carrito, notice: null }
  const others = carrito.archivos.filter((one) => one.id !== id)
  const last = others.filter((one) => one.grupo === grupo).at(-1)
  const at = last ? others.indexOf(last) + 1 : carrito.archivos.indexOf(archivo)
  const archivos = applyRule([...others.slice(0, at), { ...archivo, grupo }, ...others.slice(at)])
  return { carrito: { ...carrito, archivos }, notice: noticeOf(carrito.archivos, archivos, archivo, grupo) }
}

/** Several files enter an area one after the other: the order of their ids is that of the binding. */
export function bindTogether(carrito: Carrito, ids: readonly string[], grupo: Grupo): Moved {
  const [only, ...more] = ids
  if (only !== undefined && more.length === 0) return moveToGrupo(carrito, only, grupo)
  const next = ids.reduce((one, id) => moveToGrupo(one, id, grupo).carrito, carrito)
  return { carrito: next, notice: noticeOfAll(carrito.archivos, next.archivos, grupo) }
}

/** One place up or down inside its volume: the order of binding. */
export function moveWithin(carrito: Carrito, id: string, by: -1 | 1): Carrito {
  const archivo = carrito.archivos.find((one) => one.id === id)
  const members = archivo ? membersOf(carrito, archivo.grupo) : []
  const other = archivo && members[members.indexOf(archivo) + by]
  if (!other) return carrito
  const swapped = carrito.archivos.map((one) => (one === archivo ? other : one === other ? archivo : one))
  return { ...carrito, archivos: swapped }
}

/** The rule shared with the server. A file's own `anillado` is kept for when it leaves the group. */
function applyRule(archivos: ArchivoCarrito[]): ArchivoCarrito[] {
  const ruled = applyGroups(archivos)
  return archivos.map((one, index) => ({
    ...one,
    duplicado: ruled[index]?.duplicado ?? one.duplicado,
    orientacion: ruled[index]?.orientacion ?? one.orientacion,
  }))
}

const copias = (count: number) => (count === 1 ? '1 copia' : `${count} copias`)

/** '«Anexo.pdf» ahora lleva 2 copias y orientación vertical, igual que el Anillado 1.' */
function noticeOf(
  before: ArchivoCarrito[],
  after: ArchivoCarrito[],
  moved: ArchivoCarrito,
  grupo: GrupoOrDefault,
): string | null {
  if (grupo === 'default') return null
  const title = GRUPO_TITLES[grupo]
  const now = after.find(({ id }) => id === moved.id)
  if (!now) return null
  const own = [
    now.duplicado !== moved.duplicado && copias(now.duplicado),
    now.orientacion !== moved.orientacion && `orientación ${now.orientacion}`,
  ].filter((part) => part !== false)
  const raised = after.filter(
    (one) => one.id !== moved.id && one.duplicado !== before.find(({ id }) => id === one.id)?.duplicado,
  )
  const sentences = [
    own.length > 0 && `«${moved.name}» ahora lleva ${own.join(' y ')}, igual que el ${title}.`,
    raised.length > 0 &&
      `${names(raised)} ahora ${raised.length === 1 ? 'lleva' : 'llevan'} ${copias(now.duplicado)}, igual que «${moved.name}».`,
  ].filter((sentence) => sentence !== false)
  return sentences.length > 0 ? sentences.join(' ') : null
}

/** 'Los 3 llevan ahora 2 copias, igual que «Unidad 2.pdf».' */
function noticeOfAll(before: ArchivoCarrito[], after: ArchivoCarrito[], grupo: Grupo): string | null {
  const was = (id: string) => before.find((one) => one.id === id)
  const members = after.filter((one) => one.grupo === grupo)
  const raised = members.filter(({ id, duplicado }) => was(id)?.duplicado !== duplicado)
  const model = members.find((one) => !raised.includes(one))
  const turned = members.filter(({ id, orientacion }) => was(id)?.orientacion !== orientacion)
  const [first] = members
  const say = (changed: ArchivoCarrito[], what: string, like: string) =>
    changed.length > 0 &&
    `${changed.length > 2 ? `${changed.length} archivos` : names(changed)} ahora ${changed.length === 1 ? 'lleva' : 'llevan'} ${what}, igual que ${like}.`
  const sentences = [
    first && model && say(raised, copias(first.duplicado), `«${model.name}»`),
    first && say(turned, `orientación ${first.orientacion}`, `«${first.name}»`),
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.length > 0 ? sentences.join(' ') : null
}

function names(archivos: ArchivoCarrito[]): string {
  const quoted = archivos.map(({ name }) => `«${name}»`)
  const last = quoted.pop() ?? ''
  return quoted.length > 0 ? `${quoted.join(', ')} y ${last}` : last
}
