import { useState } from 'react'
import { createStore } from '../ui/state/store.ts'

/** How long after a touch another one may still follow. */
const REST_MS = 800
/**
 * How long after its last move a mouse may still be on its way to something it aimed at; limited by
 * AIM_MAX_MS.
 */
const AIM_MS = 400
const AIM_MAX_MS = 3000

let rest: ReturnType<typeof setTimeout> | undefined
let isDown = false
let aimedSince: number | null = null

function press(): void {
  clearTimeout(rest)
  isDown = true
  isTouched.set(true)
}

function releaseIn(ms: number): void {
  clearTimeout(rest)
  rest = setTimeout(() => {
    aimedSince = null
    isTouched.set(false)
  }, ms)
}

function release(): void {
  isDown = false
  releaseIn(REST_MS)
}

function aim({ target, pointerType }: PointerEvent): void {
  if (isDown || pointerType !== 'mouse' || !(target instanceof Element) || !target.closest('[data-quieto]'))
    return
  if (!isTouched.get()) aimedSince = Date.now()
  if (aimedSince === null || Date.now() - aimedSince > AIM_MAX_MS) return
  isTouched.set(true)
  releaseIn(AIM_MS)
}

/**
 * True from a press until REST_MS after its release; and while a mouse moves over elements marked
 * `data-quieto`, for at most 3 s.
 */
const isTouched = createStore(false, {
  watch() {
    addEventListener('pointerdown', press)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    addEventListener('pointermove', aim)
    return () => {
      removeEventListener('pointerdown', press)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
      removeEventListener('pointermove', aim)
      clearTimeout(rest)
      isDown = false
      aimedSince = null
      isTouched.set(false)
    }
  },
})

/** The value, held while the screen is touched, so that its contents do not move under a finger. */
export function useEntreToques<T>(value: T): T {
  const isHeld = isTouched.use()
  const [shown, setShown] = useState(value)
  if (!isHeld && shown !== value) setShown(value)
  return isHeld ? shown : value
}
