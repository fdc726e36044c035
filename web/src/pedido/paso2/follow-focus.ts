import { flushSync } from 'react-dom'

/**
 * Makes a change that moves a file elsewhere on the screen and keeps the focus with it: on `selector` inside
 * the file, else on the file itself, where keys that are still being typed press nothing. Without this, the
 * keyboard's focus would return to the top.
 */
export function followFocus(id: string, selector: string, change: () => void): void {
  flushSync(change)
  const archivo = document.querySelector<HTMLElement>(`[data-archivo="${id}"]`)
  const found = (wanted: string) =>
    [...(archivo?.querySelectorAll<HTMLElement>(wanted) ?? [])].find(
      (one) => !one.hasAttribute('disabled') && one.getClientRects().length > 0,
    )
  const target = found(selector) ?? found('[data-order]') ?? archivo
  if (target === archivo) archivo?.setAttribute('tabindex', '-1')
  target?.focus({ preventScroll: true })
  archivo?.scrollIntoView({ block: 'nearest' })
}
