import { Fragment, type ReactNode } from 'react'
import styles from './reportes.module.css'

/**
 * A table that scrolls where it does not fit. The first column names the row; the others are figures except
 * `words`.
 */
export function Tabla({
  label,
  heads,
  words = [],
  rows,
  total,
}: {
  label: string
  heads: readonly string[]
  words?: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  total?: readonly ReactNode[]
}) {
  const classOf = (head: string | undefined) => (head && words.includes(head) ? styles.words : undefined)
  const line = (key: string, cells: readonly ReactNode[]) => (
    <tr key={key}>
      {cells.map((cell, index) => (
        <Fragment key={heads[index]}>
          {index === 0 ? (
            <th scope="row">{cell}</th>
          ) : (
            <td className={classOf(heads[index]) ?? 'num'}>{cell}</td>
          )}
        </Fragment>
      ))}
    </tr>
  )
  return (
    // Scrollable content must be reachable with the keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={classOf(head)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map(({ key, cells }) => line(key, cells))}</tbody>
        {total && <tfoot>{line('total', total)}</tfoot>}
      </table>
    </section>
  )
}
