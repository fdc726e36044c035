// What an agent also does when the launcher started it: it keeps its own program up to date, reports that it
// works, and ends when the launcher is gone.
import type { OpcionesDeAgente } from '../agente.ts'
import type { Vinculo } from '../vinculo.ts'
import { createActualizador } from './actualizador.ts'
import { plataformaOf } from './carpeta-programa.ts'
import { ANDA, BASE_ENV, DELAY_ENV, VERSION_ENV } from './launch.ts'

/** How long it has to run after the shop first answered before it counts as working. */
const WORKS_MS = 10_000

/** Undefined where it runs from the sources. */
export function underLauncher(
  { clave }: Pick<Vinculo, 'clave'>,
  log: (text: string) => void,
  stop: () => void,
): Pick<OpcionesDeAgente, 'programa' | 'onHeard' | 'clocks'> {
  const { [BASE_ENV]: base, [VERSION_ENV]: version, [DELAY_ENV]: delay } = process.env
  const plataforma = plataformaOf(process.platform, process.arch)
  if (!base || !version || !plataforma) return {}
  // Without its launcher it would keep the folder locked for the next agent
  process.once('disconnect', stop)
  // Listening to the launcher must not keep the process alive once its work is done
  process.channel?.unref()
  let heard = false
  return {
    onHeard() {
      if (heard) return
      heard = true
      setTimeout(() => process.send?.(ANDA), delay ? Number(delay) : WORKS_MS).unref()
    },
    ...(delay && { clocks: { aroundMs: Number(delay) } }),
    ...(clave && {
      programa: (origen, signal) =>
        createActualizador({ base, version, plataforma, clave, log, signal }, origen),
    }),
  }
}
