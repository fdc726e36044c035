import { useEffect, useRef } from 'react'
import { angleFor, type RangoRuleta } from './rueda.ts'

const SPIN_MS = 5000
/** Duration of a turn while the server draws. */
const TURN_MS = 900

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Turns the element that `wheel` is attached to. The angle is stored in the element, since nothing else is
 * drawn from it. With reduced motion the wheel shows its final angle at once.
 */
export function useGiro() {
  const wheel = useRef<SVGGElement>(null)
  const angle = useRef(0)
  const moving = useRef<Animation | null>(null)
  useEffect(() => () => moving.current?.cancel(), [])

  const show = (degrees: number) => `rotate(${degrees}deg)`
  function rest(degrees: number): void {
    angle.current = degrees % 360
    if (wheel.current) wheel.current.style.transform = show(angle.current)
    moving.current?.cancel()
    moving.current = null
  }

  return {
    wheel,
    /** Until the server has drawn. */
    turn(): void {
      if (isStill() || !wheel.current) return
      const frames = [{ transform: show(angle.current) }, { transform: show(angle.current + 360) }]
      moving.current = wheel.current.animate(frames, {
        duration: TURN_MS,
        iterations: Number.POSITIVE_INFINITY,
      })
    },
    stop: () => rest(angle.current + turnedBy(moving.current)),
    /** Slows down from the present angle and stops, after 5 s, exactly on `valor`. */
    async land(valor: number, rango: RangoRuleta): Promise<void> {
      const start = angle.current + turnedBy(moving.current)
      const end = angleFor(valor, rango, start, Math.random())
      if (wheel.current && !isStill()) {
        const frames = [{ transform: show(start) }, { transform: show(end) }]
        const landing = wheel.current.animate(frames, {
          duration: SPIN_MS,
          easing: 'cubic-bezier(0.12, 0.6, 0.12, 1)',
          fill: 'forwards',
        })
        moving.current?.cancel()
        moving.current = landing
        // The spin's end comes by the clock: a background tab gets no animation frames
        await new Promise((done) => setTimeout(done, SPIN_MS))
      }
      rest(end)
    },
  }
}

const turnedBy = (animation: Animation | null): number =>
  animation ? ((Number(animation.currentTime ?? 0) / TURN_MS) % 1) * 360 : 0
