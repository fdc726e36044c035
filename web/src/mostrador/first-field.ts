import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses an element when its dialog or page is shown: `autoFocus` would act before a dialog is open, and
 * before the page's heading takes the focus.
 */
export function useFirstField<E extends HTMLElement>(): RefObject<E | null> {
  const first = useRef<E>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}

const FIELDS =
  'input:not([type=hidden],[type=checkbox],[type=radio],[type=file],[type=range]), textarea, select'

/** For a form in a dialog that names no first field: it begins in its first one, and not on the dialog's cross. */
export function useBegin(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    // After the effects of the components around it, which may choose a field
    const timer = setTimeout(() => {
      if (form.current?.contains(document.activeElement)) return
      const first = form.current?.querySelector<HTMLElement>(FIELDS)
      if (first) leadTo(first)
    })
    return () => clearTimeout(timer)
  }, [form])
}

/** The focus goes to a field that is asked about. The Enter that led there, pressed twice, does nothing in it. */
export function leadTo(field: HTMLElement): void {
  field.focus()
  field.scrollIntoView({ block: 'center' })
  const held = new AbortController()
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!event.repeat) held.abort()
  }
  field.addEventListener('keydown', hold, held)
  // Filled by a password manager, or pasted: the next Enter is meant
  field.addEventListener('input', () => held.abort(), held)
}
