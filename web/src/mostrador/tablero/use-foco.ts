import { useEffect, useLayoutEffect, useRef } from 'react'
import { useAtajo } from '../atajos/atajos.ts'
import { reachNuevo } from './nuevos.ts'

type Place = { pedido_id: string; estado: string | undefined; at: number }

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-pedido]')]
const cardOf = (at: Element | null) => at?.closest<HTMLElement>('[data-pedido]') ?? null
const press = (key: string, at: Element | null) =>
  cardOf(at)?.querySelector<HTMLElement>(`[data-atajo=${key}]`)?.click()

/**
 * The focus on the board. When another clerk's action removes the focused card, the focus follows the order
 * to its new place, else stays in the column. The keys press the focused card's own buttons.
 */
export function useFoco(): void {
  const last = useRef<Place | null>(null)

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-pedido]') : null
      reachNuevo(card?.dataset.pedido ?? null)
      if (!card) return
      const { pedido = '', estado } = card.dataset
      last.current = { pedido_id: pedido, estado, at: cards().indexOf(card) }
    }
    // A click beside the cards, or Tab, leaves the board on purpose
    const forget = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Tab') return
      const isCard = event.target instanceof Element && event.target.closest('[data-pedido]')
      if (!isCard) last.current = null
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', forget)
    document.addEventListener('keydown', forget)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', forget)
      document.removeEventListener('keydown', forget)
    }
  }, [])

  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (!isLost || !last.current || document.querySelector('dialog[open]')) return
    const { pedido_id, estado } = last.current
    const moved = cards().find(({ dataset }) => dataset.pedido === pedido_id)
    const next = moved?.querySelector('a') ?? document.getElementById(`columna-${estado}`)
    next?.focus({ preventScroll: true })
  })

  /**
   * Moves from card to card; from a removed card's place to the card that is there now; without a focus to
   * the first.
   */
  function go(by: 1 | -1, from: Element | null): void {
    const all = cards()
    const now = cardOf(from)
    const isInColumn = from?.id === `columna-${last.current?.estado}`
    const kept = isInColumn && last.current ? last.current.at + Math.min(by, 0) : 0
    const at = now ? all.indexOf(now) + by : kept
    all[Math.max(0, Math.min(all.length - 1, at))]?.querySelector('a')?.focus()
  }
  useAtajo('j', (at) => go(1, at))
  useAtajo('k', (at) => go(-1, at))
  useAtajo('t', (at) => press('t', at))
  useAtajo('x', (at) => press('x', at))
  const pressUnlessTicked = (key: string) => (at: Element | null) =>
    document.querySelector('[data-elegidos]') || press(key, at)
  useAtajo('p', pressUnlessTicked('p'))
  useAtajo('l', pressUnlessTicked('l'))
  useAtajo('e', pressUnlessTicked('e'))
}
