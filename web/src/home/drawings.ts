import { laterOptional } from '../ui/state/later.ts'

// In one file, loaded at the visitor's first move: none is visible before the visitor scrolls
const all = () => firstMove().then(() => import('./drawings-all.ts'))

export const VOLUMEN = laterOptional(async () => (await all()).VolumenDrawing)
export const MUESTRARIO = laterOptional(async () => (await all()).Muestrario)
export const CARTEL_DRAWING = laterOptional(async () => (await all()).CartelDrawing)
export const PLANO = laterOptional(async () => (await all()).Plano)

const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'wheel', 'keydown'] as const

let moved: Promise<void> | undefined

/** Resolves once the visitor has scrolled, pointed, pressed or typed anything. */
function firstMove(): Promise<void> {
  moved ??= new Promise((go) => {
    const end = () => {
      for (const sign of SIGNS) window.removeEventListener(sign, end)
      go()
    }
    for (const sign of SIGNS) window.addEventListener(sign, end, { passive: true })
  })
  return moved
}
