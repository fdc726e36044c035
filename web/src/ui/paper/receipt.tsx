import type { ReactNode } from 'react'
import styles from './receipt.module.css'

export type ReceiptLine = {
  label: ReactNode
  amount: ReactNode
  note?: ReactNode
  /** 'off' for discounts (green), 'total' the large one, 'apart' below a dashed line, paid elsewhere. */
  kind?: 'off' | 'total' | 'apart'
}

/** A torn-off receipt: heading, lines, and below them its button (Pagar). */
export function Receipt({
  title,
  heading,
  lines,
  above,
  children,
  id,
}: {
  title: string
  /** Replaces the visible title, which then only names the section. */
  heading?: ReactNode
  lines: readonly ReceiptLine[]
  /** The subject of the lines. */
  above?: ReactNode
  children?: ReactNode
  id?: string
}) {
  return (
    <section id={id} className={styles.receipt} aria-label={title} tabIndex={id ? -1 : undefined}>
      {heading ?? <h2>{title}</h2>}
      {above}
      <dl>
        {lines.map(({ label, amount, note, kind }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity and hold no state
          <div key={index} className={kind && styles[kind]}>
            <dt>
              {label}
              {note && <small>{note}</small>}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
