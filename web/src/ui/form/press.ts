import { useState } from 'react'
import { createStore } from '../state/store.ts'

/** If the click has not come this long after a finger was lifted, none will. */
const NO_CLICK_MS = 300

/** A menu that opens takes the end of its press away (w3c/pointerevents#407); a key is no part of a press. */
const HEARD = ['pointerdown', 'pointerup', 'pointercancel', 'contextmenu', 'keydown'] as const
let end: ReturnType<typeof setTimeout> | undefined

function hear(event: Event): void {
  clearTimeout(end)
  if (event.type === 'pointerup') end = setTimeout(() => isPressed.set(false), NO_CLICK_MS)
  else isPressed.set(event.type === 'pointerdown' && event instanceof MouseEvent && event.button === 0)
}

/**
 * True from a press until its click was handled. In between a field loses the focus: if a message appeared or
 * disappeared then, the pressed element would move, and the click would hit another element, or none.
 */
const isPressed = createStore(false, {
  watch() {
    for (const type of HEARD) addEventListener(type, hear, true)
    // After the page's own handlers: a rendering before them would reset a radio that was just pressed
    addEventListener('click', hear)
    return () => {
      for (const type of HEARD) removeEventListener(type, hear, true)
      removeEventListener('click', hear)
      clearTimeout(end)
      isPressed.set(false)
    }
  },
})

/** The value from before the press, until the press is over. */
export function useUnpressed<T>(value: T): T {
  const isHeld = isPressed.use()
  const [shown, setShown] = useState(value)
  if (!isHeld && shown !== value) setShown(value)
  return isHeld ? shown : value
}
