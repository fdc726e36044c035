/** Calls `work` once the browser has nothing better to do, at the latest in `atLastMs`; Safari, which cannot say, in `safariMs`. */
export function whenIdle(
  work: () => void,
  { atLastMs, safariMs }: { atLastMs: number; safariMs: number },
): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: atLastMs })
  else setTimeout(work, safariMs)
}

/** For what nobody waits for. */
export const idle = (): Promise<void> => new Promise((go) => whenIdle(go, { atLastMs: 3000, safariMs: 300 }))

const SIGNS = ['scroll', 'pointermove', 'pointerdown', 'wheel', 'keydown'] as const

let moved: Promise<void> | undefined

/** For what only who moves gets to see: once the visitor has scrolled, pointed, pressed or typed anything. */
export function firstMove(): Promise<void> {
  moved ??= new Promise((go) => {
    const end = () => {
      for (const sign of SIGNS) window.removeEventListener(sign, end)
      go()
    }
    for (const sign of SIGNS) window.addEventListener(sign, end, { passive: true })
  })
  return moved
}
