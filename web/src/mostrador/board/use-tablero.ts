import { useAtajo } from '../atajos/atajos.ts'

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-pedido]')]
const focused = () => document.activeElement?.closest<HTMLElement>('[data-pedido]') ?? null

/** From card to card; from none to the first. */
function go(by: 1 | -1): void {
  const all = cards()
  const now = focused()
  const at = now ? all.indexOf(now) + by : 0
  all[Math.max(0, Math.min(all.length - 1, at))]?.querySelector('a')?.focus()
}

const press = (button: string) => focused()?.querySelector<HTMLElement>(button)?.click()

/** The keys of the board: they do what the focused card's own buttons do. */
export function useTablero(): void {
  useAtajo('j', () => go(1))
  useAtajo('k', () => go(-1))
  useAtajo('t', () => press('[data-atajo=t]'))
  useAtajo('i', () => press('[data-atajo=i]'))
}
