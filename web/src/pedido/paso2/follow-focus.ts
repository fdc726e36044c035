import { flushSync } from 'react-dom'

/**
 * Makes a change that moves a file elsewhere on the screen and keeps the focus with it: on `selector` inside the
 * file, or on the first control there that can take it. Without this, a keyboard would start again at the top.
 */
export function followFocus(id: string, selector: string, change: () => void): void {
  flushSync(change)
  const archivo = document.querySelector(`[data-archivo="${id}"]`)
  const candidates = archivo?.querySelectorAll<HTMLElement>(`${selector}, [data-order]`) ?? []
  const target =
    [...candidates].find((one) => one.matches(`${selector}:enabled`)) ??
    [...candidates].find((one) => one.matches(':enabled'))
  target?.focus({ preventScroll: true })
  archivo?.scrollIntoView({ block: 'nearest' })
}
