import { Component, type ReactNode } from 'react'

type Props = { className: string | undefined; children: ReactNode }
type Held = { card: Element; top: number }

/**
 * Holds in its place in the window the card that the mouse or the focus is at, whatever came and went above it: the page is
 * scrolled by as much. The browser's own anchor is turned off (`overflow-anchor`), which holds the first column alone.
 * A class, since React says only to classes when the page is about to change.
 */
export class Ancla extends Component<Props> {
  override getSnapshotBeforeUpdate(): Held | null {
    const card = heldCard()
    return card && { card, top: card.getBoundingClientRect().top }
  }

  override componentDidUpdate(_props: Props, _state: unknown, held: Held | null): void {
    if (!held?.card.isConnected) return
    const moved = held.card.getBoundingClientRect().top - held.top
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
  }

  override render(): ReactNode {
    return <div className={this.props.className}>{this.props.children}</div>
  }
}

/** Under the mouse, else with the focus, else in the middle of a window that was scrolled. */
function heldCard(): Element | null {
  const focused = document.activeElement?.closest('[data-pedido]')
  const middle = () =>
    scrollY > 0 ? document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-pedido]') : null
  return [document.querySelector('[data-pedido]:hover'), focused].find(isInSight) ?? middle() ?? null
}

function isInSight(card: Element | null | undefined): boolean {
  if (!card) return false
  const { top, bottom } = card.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}
