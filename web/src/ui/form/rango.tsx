import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { impresasOf, rangoPaginasProblem } from '@imprimitodo/shared/rules/compra/paginas'
import { rangoEscrito, rangoLegible } from '@imprimitodo/shared/rules/compra/rango-escrito'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../cx.ts'
import { FieldError } from './field.tsx'
import { useUnpressed } from './press.ts'
import styles from './rango.module.css'
import { Segmented } from './segmented.tsx'

const CUALES = [
  { value: 'todas', label: 'Todas' },
  { value: 'algunas', label: 'Algunas' },
] as const

/**
 * The range of a file. A typed text takes effect as soon as it names pages; until then the last valid one
 * stays, and the problem is shown at the field, which keeps the step from being left (`focusRangoProblem`).
 */
export function RangoField({
  of,
  value,
  paginas,
  disabled,
  onChange,
}: {
  of: string
  value: string | null
  /** The file's number of pages; null while it is not known. */
  paginas: number | null
  disabled?: boolean
  onChange: (cambio: { rango: string | null }) => void
}) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isWanted = isOpen || value !== null
  // The message's line stays while something below is being pressed
  const isSome = useUnpressed(isWanted) || isWanted
  const problem = problemOf(draft, value, paginas)
  const told = useUnpressed(problem)

  function type(text: string) {
    setOpen(true)
    setDraft(text)
    const read = rangoEscrito(text, paginas)
    if ('rango' in read && read.rango !== value) onChange({ rango: read.rango })
  }
  function settle() {
    if (draft === null) {
      if (value === null) setOpen(false)
      return
    }
    if (draft.trim() === '') return showAll()
    if (problem) return
    setDraft(null)
    if (value === null) setOpen(false)
  }
  function open() {
    flushSync(() => setOpen(true))
    input.current?.focus()
  }
  function showAll() {
    setOpen(false)
    setDraft(null)
    if (value !== null) onChange({ rango: null })
  }

  return (
    <div className={styles.rango}>
      <Segmented
        label={`Páginas de ${of}`}
        options={CUALES}
        value={isSome ? 'algunas' : 'todas'}
        disabled={disabled}
        onChange={(chosen) => (chosen === 'todas' ? showAll() : open())}
        // Pressed with its box empty: leaving the box has just closed it
        onAgain={(chosen) => chosen === 'algunas' && open()}
      />
      {isSome && (
        <>
          <div className={styles.line}>
            <input
              ref={input}
              className={cx(styles.input, told && styles.wrong)}
              aria-label={`Qué páginas de ${of}`}
              aria-invalid={told ? true : undefined}
              aria-describedby={told ? `${id}-problem` : undefined}
              data-rango={problem ? 'wrong' : 'good'}
              placeholder="1-10, 15"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="done"
              maxLength={2_000}
              disabled={disabled}
              value={draft ?? rangoLegible(value)}
              onChange={({ target }) => type(target.value)}
              onBlur={settle}
              onKeyDown={({ key }) => {
                if (key === 'Enter') settle()
                if (key === 'Escape') setDraft(null)
              }}
            />
            {paginas !== null && !told && (
              <span className={styles.counted}>
                {impresasOf({ paginas, rango: value })} de {count(paginas, 'página')}
              </span>
            )}
          </div>
          {told && <FieldError id={`${id}-problem`}>{told}</FieldError>}
        </>
      )}
    </div>
  )
}

/**
 * The problem of the typed text; else of the file's range, since its pages may have been counted meanwhile.
 */
function problemOf(draft: string | null, value: string | null, paginas: number | null): string | null {
  if (draft !== null && draft.trim() !== '') {
    const read = rangoEscrito(draft, paginas)
    return 'problem' in read ? read.problem : null
  }
  const beyond = draft === null && paginas !== null ? rangoPaginasProblem(value, paginas) : null
  return beyond && `El archivo ${beyond}.`
}

/** The first range of `within` that names no page gets the focus, also before it says so. False where there is none. */
export function focusRangoProblem(within: ParentNode = document): boolean {
  const wrong = within.querySelector<HTMLElement>('[data-rango=wrong]')
  wrong?.focus()
  wrong?.scrollIntoView({ block: 'center' })
  return wrong !== null
}

/** A line with an invalid range stays open: folded, the last valid range would be printed unnoticed. */
export function holdsRangoProblem(button: Element): boolean {
  const line = button.closest('[data-archivo]')
  return line !== null && focusRangoProblem(line)
}
