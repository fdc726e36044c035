import { ArrowUpDown, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { Button, TextButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useBusy } from '../../ui/state/use-busy.ts'
import styles from './dueno.module.css'
import { Lista, type ListaQuery } from './marco.tsx'
import { useAct } from './queries.ts'

/** An action on a row besides editing: to delete it, to take it off or put it back. */
export type Otra = { label: string; done: string; act: () => Promise<Answer<unknown>> }

/**
 * A list of the shop's goods with its editor: a heading with the button that adds one, and a row for each.
 * The cells after the name are one for each of the columns between it and the actions.
 */
export function Listado<T extends { id: number }>({
  query,
  label,
  head,
  add,
  isMain,
  columns,
  empty,
  nameOf,
  before,
  cells,
  isOff,
  otra,
  editor,
  ordenar,
}: {
  query: ListaQuery<T>
  label: string
  /** Beside the button: the title, an explanation, a search. */
  head: ReactNode
  add: string
  /** The page's main list, not one of its smaller ones. */
  isMain?: boolean
  columns: string[]
  empty: string
  nameOf: (one: T) => string
  /** A cell before the name. */
  before?: (one: T) => ReactNode
  cells: (one: T) => ReactNode[]
  isOff?: (one: T) => boolean
  otra?: (one: T) => Otra
  /** The form, for an existing one or, where it is null, a new one. */
  editor: (one: T | null, close: () => void) => ReactNode
  /** The dialog in which the list is sorted. */
  ordenar?: (close: () => void) => ReactNode
}) {
  const [isOrdering, setOrdering] = useState(false)
  const [editing, setEditing] = useState<T | 'new' | null>(null)
  const data = columns.slice(before ? 2 : 1, -1)
  return (
    <>
      <div className={styles.head}>
        {head}
        <div className={styles.actions}>
          {ordenar && (
            <Button size="medium" icon={ArrowUpDown} onClick={() => setOrdering(true)}>
              Ordenar<span className="visually-hidden"> {label.toLowerCase()}</span>
            </Button>
          )}
          <Button
            {...(isMain && { variant: 'primary' as const, icon: Plus })}
            size="medium"
            onClick={() => setEditing('new')}
          >
            {add}
          </Button>
        </div>
      </div>
      <Lista query={query} label={label} columns={columns} empty={empty}>
        {(one) => {
          const [name, other, shown] = [nameOf(one), otra?.(one), cells(one)]
          return (
            <tr key={one.id} className={cx(isOff?.(one) && styles.off)}>
              {before && <td>{before(one)}</td>}
              <th scope="row">{name}</th>
              {data.map((column, index) => (
                <td key={column} data-columna={column}>
                  {shown[index]}
                </td>
              ))}
              <td>
                <div className={styles.actions}>
                  <TextButton onClick={() => setEditing(one)}>
                    Editar<span className="visually-hidden"> {name}</span>
                  </TextButton>
                  {other && <OtraButton {...other} name={name} />}
                </div>
              </td>
            </tr>
          )
        }}
      </Lista>
      {isOrdering && ordenar?.(() => setOrdering(false))}
      {editing && editor(editing === 'new' ? null : editing, () => setEditing(null))}
    </>
  )
}

/**
 * Does it once for a double press, also where the answer comes between its two clicks and the button is another by then.
 * Other rows do not wait for it.
 */
export function OtraButton({ label, done, act, name }: Otra & { name: string }) {
  const tell = useAct()
  const { isBusy, run } = useBusy()
  return (
    <TextButton
      aria-disabled={isBusy || undefined}
      onClick={({ detail }) => {
        if (detail <= 1) void run(() => tell(done, act)) // of a double press the second click says 2
      }}
    >
      {label}
      <span className="visually-hidden"> {name}</span>
    </TextButton>
  )
}
