import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** A list that a button opens: closes with Escape, with a press or the focus elsewhere, and on every change of route. */
export function useMenu<B extends HTMLElement>() {
  const [open, setOpen] = useState(false)
  const box = useRef<B>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of place closes the menu
  useEffect(() => setOpen(false), [key])
  useEffect(() => {
    if (!open) return
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation() // only the menu closes
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('pointerdown', elsewhere)
    document.addEventListener('focusin', elsewhere)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', elsewhere)
      document.removeEventListener('focusin', elsewhere)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])
  return { open, setOpen, box, toggle }
}
