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
  'input:not([type=hidden],[type=file],[hidden],:disabled), textarea:not([hidden],:disabled), select:not([hidden],:disabled)'
/** A second press that comes later is meant. */
const DOUBLE_PRESS_MS = 800

/**
 * For a form in a dialog that names no first field: it begins in its first one, and not on the dialog's cross. At once,
 * since a timer would come after the first keys of a fast clerk. A component around it may choose another field: its
 * effects come later.
 */
export function useBegin(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (!form.current || form.current.contains(document.activeElement)) return
    const first = beginOf(form.current)
    if (first) leadTo(first, 'nearest') // what stands before it is to be read first
  }, [form])
}

/** Of radio buttons the chosen one, as with the Tab key. */
function beginOf(form: HTMLFormElement): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>(FIELDS)].filter((one) => !one.closest('[hidden]'))
  const [first] = fields
  if (!isRadio(first)) return first
  return fields.find((one) => isRadio(one) && one.name === first.name && one.checked) ?? first
}

const isRadio = (field: HTMLElement | undefined): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'radio'

/** The focus goes to a field that is asked about. The Enter that led there, pressed twice, does nothing in it. */
export function leadTo(field: HTMLElement, block: ScrollLogicalPosition = 'center'): void {
  field.focus()
  field.scrollIntoView({ block })
  const held = new AbortController()
  const end = () => held.abort()
  let timer = setTimeout(end, DOUBLE_PRESS_MS)
  held.signal.addEventListener('abort', () => clearTimeout(timer))
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!event.repeat) return end()
    clearTimeout(timer)
    timer = setTimeout(end, DOUBLE_PRESS_MS) // a key that is held down goes on
  }
  field.addEventListener('keydown', hold, held)
  // Filled by a password manager, or pasted: the next Enter is meant
  field.addEventListener('input', end, held)
}
