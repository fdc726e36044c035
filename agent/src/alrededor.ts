// An agent's work beside printing: it reports its computer and the printers around, and looks after its
// own program.
import { hostname } from 'node:os'
import { shownAs, sistema } from './computadora.ts'
import type { LookOptions } from './encontradas/anuncios.ts'
import { findEncontradas } from './encontradas/encontradas.ts'
import type { Actualizador } from './programa/actualizador.ts'
import type { Servidor } from './servidor.ts'

export type OpcionesAlrededor = {
  /** Keeps the agent's program up to date. Absent where the agent runs from the sources: nothing is updated. */
  programa?: (origen: Servidor['programa'], signal: AbortSignal) => Actualizador
  /** How to look for printers that announce themselves. Absent: the agent does not look. */
  look?: LookOptions
}

export type Alrededor = {
  /** Looks and reports, once. @throws TokenRefused, or the error of a call that did not reach the shop */
  look(): Promise<void>
  /** A work came: the download of a version waits. */
  pause(): void
  /** Call it between works: puts a downloaded version in the place of this one, and calls `end` if there was one. */
  replace(end: () => void): void
  isReplaced(): boolean
}

/** The agent around it: whether no work is on its way, and the shop's printers. */
type Agente = { isIdle(): boolean; impresoras: ReadonlyMap<number, { uri: string }> }

export function createAlrededor(
  { look, ...opciones }: OpcionesAlrededor,
  servidor: Servidor,
  signal: AbortSignal,
  { isIdle, impresoras }: Agente,
): Alrededor {
  const programa = opciones.programa?.(servidor.programa, signal)
  let isReplaced = false
  return {
    async look() {
      const propias = [...impresoras.values()].map(({ uri }) => uri)
      const encontradas = look ? await findEncontradas(signal, look, propias) : []
      if (signal.aborted) return
      const computadora = {
        nombre: shownAs(hostname()),
        sistema: shownAs(sistema()),
        version: programa?.version ?? null,
        problema: programa?.problema() ?? null,
      }
      programa?.offered(await servidor.computadora({ computadora, encontradas }), isIdle())
    },
    pause: () => programa?.pause(),
    replace(end) {
      if (!programa?.isReady() || !isIdle() || signal.aborted) return
      if (!programa.install()) return
      isReplaced = true
      end()
    },
    isReplaced: () => isReplaced,
  }
}
