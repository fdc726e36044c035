import { type ReactNode, useId, useState } from 'react'
import type * as z from 'zod'
import type { Answer } from '../../api/call.ts'
import { cx } from '../../ui/cx.ts'
import { Field, FieldError, SelectField, TextAreaField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { checkBody, type Problems } from '../esquema.ts'
import { FormDialog } from '../form-dialog.tsx'
import styles from './dueno.module.css'
import { fieldProblems, numberOf } from './valores.ts'

/** The values of a form's fields, by name: true or false for a switch, else the typed text. */
export type Valores = Record<string, string | boolean>
export type Campo<Name extends string = string> = {
  name: Name
  label: string
  hint?: string
  kind?: 'texto' | 'largo' | 'numero' | 'fecha' | 'si' | 'secreto'
  /** The options of a choice: value and text. */
  opciones?: [string, string][]
}

/**
 * A form in a dialog, from its fields. `body` makes the call's body of them, and `schema` is that call's:
 * what it, or the server, refuses is shown under its field, and the first gets the focus. `save` sends the
 * parsed body. Closes by itself after saving.
 */
export function Editor<F extends Valores, S extends z.ZodType, T>({
  title,
  schema,
  campos,
  inicial,
  children,
  saved,
  edit = (valores) => valores,
  check = () => null,
  body,
  save,
  onSaved,
  onClose,
}: {
  title: string
  schema: S
  /** The fields shown; a function where they depend on the form's values. */
  campos: Campo<keyof F & string>[] | ((valores: F) => Campo<keyof F & string>[])
  inicial: F
  /** Below the fields; gets the messages that belong to no field, and the fields' values. */
  children?: (problems: Problems, valores: F) => ReactNode
  saved: string
  /** The form's values after the field `name` was changed to its value in `valores`. */
  edit?: (valores: F, name: keyof F) => F
  /** Problems by the name of a field or of a part of `children`; null where there are none. */
  check?: (valores: F) => Problems | null
  body: (valores: F) => z.input<S>
  save: (body: z.output<S>) => Promise<Answer<T>>
  /** Waited for: a list that is not loaded again yet would open the editor with the old values. */
  onSaved: (data: T) => unknown
  onClose: () => void
}) {
  const [valores, setValores] = useState(inicial)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const shown = typeof campos === 'function' ? campos(valores) : campos

  async function submit() {
    // A text that is no number would be sent as null
    const wrong = shown.filter(({ name, kind }) => kind === 'numero' && Number.isNaN(numberOf(valores[name])))
    const numbers = Object.fromEntries(wrong.map(({ name }) => [name, 'Escribí un número.']))
    const read = checkBody(
      schema,
      body(valores),
      shown.map(({ name }) => name),
    )
    const found = { ...read.problems, ...check(valores), ...numbers }
    if (read.problems || Object.keys(found).length > 0) return setProblems(found)
    setBusy(true)
    const answer = await save(read.data).catch(() => null)
    if (answer?.ok) await onSaved(answer.data)
    setBusy(false)
    if (answer?.ok) {
      showToast(saved)
      return onClose()
    }
    setProblems(
      answer
        ? fieldProblems(answer.data, answer.errores)
        : { general: 'No hay conexión con el servidor: no se guardó.' },
    )
  }

  const set = (name: keyof F, value: string | boolean) =>
    setValores(edit({ ...valores, [name]: value }, name))
  return (
    <FormDialog
      title={title}
      action="Guardar"
      busyText="Guardando…"
      back="Cancelar"
      isBusy={isBusy}
      problems={problems}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {shown.map((campo) => (
        <CampoView
          key={campo.name}
          campo={campo}
          value={valores[campo.name] ?? ''}
          problem={problems[campo.name]}
          onChange={(value) => set(campo.name, value)}
        />
      ))}
      {children?.(problems, valores)}
      {problems.general && <Notice tone="error">{problems.general}</Notice>}
    </FormDialog>
  )
}

const TYPES: Partial<Record<NonNullable<Campo['kind']>, string>> = { secreto: 'password', fecha: 'date' }

function CampoView({
  campo: { name, label, hint, kind = 'texto', opciones },
  value,
  problem,
  onChange,
}: {
  campo: Campo
  value: string | boolean
  problem: string | undefined
  onChange: (value: string | boolean) => void
}) {
  const [error, help] = [useId(), useId()]
  if (kind === 'si')
    return (
      <div>
        <label className={styles.check}>
          <input
            type="checkbox"
            name={name}
            checked={value === true}
            aria-invalid={problem ? true : undefined}
            aria-describedby={cx(problem && error, hint && help) || undefined}
            onChange={({ target }) => onChange(target.checked)}
          />
          {label}
        </label>
        {problem && <FieldError id={error}>{problem}</FieldError>}
        {/* Also while it is empty, so that screen readers announce its changes */}
        {hint !== undefined && (
          <p id={help} className={styles.hint} role="status">
            {hint}
          </p>
        )}
      </div>
    )
  const common = { label, hint, error: problem, name, value: String(value) }
  if (opciones)
    return (
      <SelectField {...common} onChange={({ target }) => onChange(target.value)}>
        {opciones.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </SelectField>
    )
  if (kind === 'largo')
    return <TextAreaField {...common} rows={4} onChange={({ target }) => onChange(target.value)} />
  return (
    <Field
      {...common}
      type={TYPES[kind] ?? 'text'}
      inputMode={kind === 'numero' ? 'decimal' : undefined}
      autoComplete={kind === 'secreto' ? 'new-password' : 'off'}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
