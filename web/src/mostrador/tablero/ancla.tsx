import { Component, type ReactNode } from 'react'

type Props = { className: string | undefined; children: ReactNode }
type Held = { card: Element; top: number }

/**
 * Keeps the card under the mouse or with the focus at its place in the window while cards above it come and
 * go: the page is scrolled by the difference. The browser's own scroll anchoring is turned off
 * (`overflow-anchor`), since it keeps only the first column. A class, since only class components are called
 * before React changes the page.
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

/** The card under the mouse, else the focused one, else the one in the middle of a scrolled window. */
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
