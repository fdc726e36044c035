// What an agent does more where the launcher started it: it keeps its own program up to date, says that it works, and
// ends when the launcher is gone.
import type { Opciones } from '../agente.ts'
import type { Vinculo } from '../vinculo.ts'
import { createActualizador } from './actualizador.ts'
import { plataformaOf } from './carpeta-programa.ts'
import { ANDA, BASE_ENV, DELAY_ENV, VERSION_ENV } from './launch.ts'

/** So long it has to go on after the shop first answered. */
const WORKS_MS = 10_000

/** Nothing where it runs from the sources. */
export function underLauncher(
  { clave }: Pick<Vinculo, 'clave'>,
  log: (text: string) => void,
  stop: () => void,
): Pick<Opciones, 'programa' | 'onHeard' | 'clocks'> {
  const { [BASE_ENV]: base, [VERSION_ENV]: version, [DELAY_ENV]: delay } = process.env
  const plataforma = plataformaOf(process.platform, process.arch)
  if (!base || !version || !plataforma) return {}
  // Alone it would keep the folder from the next one that the launcher starts
  process.once('disconnect', stop)
  // Listening for it alone must not keep it running once its work is done
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
