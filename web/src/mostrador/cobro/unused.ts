/** For a field of a sale: its text is in no line, code or discount yet. */
export const unusedProps = (...texts: string[]) => ({
  'data-unused': texts.some((text) => text.trim() !== '') || undefined,
})

export const UNUSED = 'Lo que está escrito ahí todavía no entra: agregalo o borralo, y después cobrá.'

/** The first of those fields gets the focus; the caller says `UNUSED`. False where there is none. */
export function focusUnused(): boolean {
  const field = document.querySelector<HTMLElement>('[data-unused]')
  if (field) leadTo(field)
  return field !== null
}

/** The cash field of a charge, else its button: Enter charges from both. */
export function cobroIn(form: HTMLFormElement | null): HTMLElement | undefined {
  const cash = form?.querySelector<HTMLElement>('[data-paga-con]')
  const buttons = [...(form?.elements ?? [])].filter((one) => one instanceof HTMLButtonElement)
  return cash ?? buttons.find(({ type }) => type === 'submit')
}

/** The focus goes to a field that a charge asks about. The Enter that charged, pressed twice, adds nothing there. */
export function leadTo(field: HTMLElement): void {
  field.focus()
  field.scrollIntoView({ block: 'center' })
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!event.repeat) field.removeEventListener('keydown', hold)
  }
  field.addEventListener('keydown', hold)
}
