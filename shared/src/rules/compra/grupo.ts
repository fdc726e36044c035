import { GRUPOS, type Grupo, type Opciones } from './archivo.ts'

export const GRUPO_TITLES: Record<Grupo, string> = {
  grupo0: 'Anillado 1',
  grupo1: 'Anillado 2',
  grupo2: 'Anillado 3',
}

/**
 * Files in one group are one volume: bound, with the highest copies of any member and the first member's
 * orientation. Used by both sides: the screen when a file moves, the server on every order it receives.
 */
export function applyGroups<A extends Pick<Opciones, 'grupo' | 'duplicado' | 'orientacion' | 'anillado'>>(
  archivos: A[],
): A[] {
  const rules = new Map<Grupo, Pick<Opciones, 'duplicado' | 'orientacion'>>()
  for (const grupo of GRUPOS) {
    const members = archivos.filter((archivo) => archivo.grupo === grupo)
    if (members[0])
      rules.set(grupo, {
        duplicado: Math.max(...members.map((member) => member.duplicado)),
        orientacion: members[0].orientacion,
      })
  }
  return archivos.map((archivo) =>
    archivo.grupo === 'default' ? archivo : { ...archivo, ...rules.get(archivo.grupo), anillado: true },
  )
}
