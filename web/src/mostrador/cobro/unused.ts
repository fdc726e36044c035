import { leadTo } from '../first-field.ts'

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
