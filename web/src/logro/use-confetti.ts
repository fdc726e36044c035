import { type RefObject, useEffect, useRef } from 'react'
import { optional } from '../ui/state/later.ts'

/** The confetti flies for 4 s, a new burst every 300 ms. */
const LASTS_MS = 4000
const EVERY_MS = 300

/** The five inks. */
const INKS = ['#1b3fbf', '#f5c518', '#0b6b4e', '#c93a22', '#d6006e']

/** Throws confetti over a canvas; its library is loaded at that moment. With reduced motion there is none. */
export function useConfetti(): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let stop = () => {}
    let isGone = false
    optional(() => import('canvas-confetti')).then(
      ({ default: confetti }) => {
        if (isGone) return
        // No worker: it would be started from a blob, and the page's CSP allows only our own scripts
        const fire = confetti.create(element, { resize: true, useWorker: false })
        const burst = () => {
          for (const side of [0.1, 0.9])
            void fire({
              particleCount: 26,
              startVelocity: 38,
              spread: 80,
              ticks: 140,
              colors: INKS,
              origin: { x: side + (Math.random() - 0.5) * 0.3, y: Math.random() * 0.5 },
              disableForReducedMotion: true,
            })
        }
        burst()
        const timer = setInterval(burst, EVERY_MS)
        const end = setTimeout(() => clearInterval(timer), LASTS_MS)
        stop = () => {
          clearInterval(timer)
          clearTimeout(end)
          fire.reset()
        }
      },
      () => {}, // offline: only the trophy is shown
    )
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return canvas
}
