import { useState } from 'react'
import { createStore } from './store.ts'

/** So long after a finger went up its click has come, or none will. */
const NO_CLICK_MS = 300

const POINTER = ['pointerdown', 'pointerup', 'pointercancel'] as const
let end: ReturnType<typeof setTimeout> | undefined

function hear({ type }: Event): void {
  clearTimeout(end)
  if (type === 'pointerup') end = setTimeout(() => isPressed.set(false), NO_CLICK_MS)
  else isPressed.set(type === 'pointerdown')
}

/**
 * From the moment that a finger or a button goes down until its click was heard. A field is left in between: what comes
 * or goes then would move what is pressed, and the click would find something else there, or nothing.
 */
const isPressed = createStore(false, {
  watch() {
    for (const type of POINTER) addEventListener(type, hear, true)
    // After the page's own handlers: drawn again before them, a radio that was just pressed would be as it was
    addEventListener('click', hear)
    return () => {
      for (const type of POINTER) removeEventListener(type, hear, true)
      removeEventListener('click', hear)
      clearTimeout(end)
      isPressed.set(false)
    }
  },
})

/** The value as it was before the screen was pressed, until the press is over. */
export function useUnpressed<T>(value: T): T {
  const isHeld = isPressed.use()
  const [shown, setShown] = useState(value)
  if (!isHeld && shown !== value) setShown(value)
  return isHeld ? shown : value
}
