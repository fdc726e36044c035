import { useEffect } from 'react'

let typed = ''

/** How much the customer pays, as far as it was typed before the charge was on the screen. */
export const typedAhead = (): string => typed

/**
 * Notes the amount that a fast clerk types after the board's 'Cobrar', while the order is loading. Otherwise its first
 * digits would be lost and the rest taken for the amount, or they would answer a question of the strip.
 */
export function useTypedAhead(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return
    const note = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isElsewhere = target instanceof Element && target.closest('input, textarea, select, dialog')
      if (isElsewhere || ctrlKey || metaKey || altKey || !/^(?:[\d.,]|Backspace)$/.test(key)) return
      event.stopPropagation() // it is no shortcut
      typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key
    }
    addEventListener('keydown', note, true)
    return () => removeEventListener('keydown', note, true)
  }, [isLoading])
  useEffect(
    () => () => {
      typed = ''
    },
    [],
  )
}
