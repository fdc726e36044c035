import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './ajustes.module.css'
import type { AjustesForm } from './ajustes-form.ts'
import { FieldGroup } from './field-group.tsx'

type Row = AjustesForm['anillado'][number]

/** Pesos per bound volume, by its sheets. The last row is the thickest: beyond it a volume is split. */
export function AnilladoFields({
  rows,
  problem,
  onChange,
}: {
  rows: Row[]
  problem?: string
  onChange: (rows: Row[]) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const change = (key: number, part: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))

  function add() {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    flushSync(() => onChange([...rows, { key, hasta: '', precio: '' }]))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  function remove(key: number) {
    flushSync(() => onChange(rows.filter((row) => row.key !== key)))
    list.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
  }

  return (
    <FieldGroup title="Precio del anillado" part="anillado" problem={problem}>
      <ol className={styles.rows} ref={list}>
        {rows.map(({ key, hasta, precio }, index) => (
          <li key={key}>
            <label>
              <span>Hasta</span>
              <input
                className={styles.sheets}
                aria-label={`Anillado ${index + 1}: hasta cuántas hojas`}
                aria-invalid={problem ? true : undefined}
                inputMode="numeric"
                autoComplete="off"
                value={hasta}
                onChange={({ target }) => change(key, { hasta: target.value })}
              />
              <span>hojas</span>
            </label>
            <span className={styles.money}>
              <input
                aria-label={`Anillado ${index + 1}: precio en pesos`}
                aria-invalid={problem ? true : undefined}
                inputMode="decimal"
                autoComplete="off"
                value={precio}
                onChange={({ target }) => change(key, { precio: target.value })}
              />
            </span>
            <IconButton
              icon={Trash2}
              label={`Quitar el anillado ${index + 1}`}
              disabled={rows.length === 1}
              onClick={() => remove(key)}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button size="medium" icon={Plus} onClick={add}>
          Agregar un grosor
        </Button>
      </div>
      <p className={styles.hint}>
        Un volumen con más hojas que el último renglón se parte en tomos parejos, y cada tomo se cobra aparte.
      </p>
    </FieldGroup>
  )
}
