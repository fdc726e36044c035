import type { KeyboardEvent } from 'react'

/** For a field inside the form of a sale: otherwise Enter would send that form. */
export const onEnter = (act: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  act()
}
