import { ambiguousProblem } from '@imprimitodo/shared/rules/base/numero-escrito'
import { type ReactNode, useId, useState } from 'react'
import type * as z from 'zod'
import type { Answer } from '../../api/call.ts'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { cx } from '../../ui/cx.ts'
import { Field, FieldError, SelectField, TextAreaField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { type Cambios, changedIn } from '../changed-in.ts'
import { checkBody, type Problems } from '../esquema.ts'
import { FormDialog } from '../form-dialog.tsx'
import { useWhileOpen } from '../while-open.ts'
import styles from './dueno.module.css'
import { useReload } from './queries.ts'
import { fieldProblems, numberOf, othersIn } from './valores.ts'

/** The values of a form's fields, by name: true or false for a switch, else the typed text. */
export type Valores = Record<string, string | boolean>
export type CampoDeEditor<Name extends string = string> = {
  name: Name
  label: string
  hint?: string
  kind?: 'texto' | 'largo' | 'numero' | 'porcentaje' | 'fecha' | 'si' | 'secreto'
  /** The options of a choice: value and text. */
  opciones?: [string, string][]
}

/** How the form is sent: `save` gets the whole parsed body, `change` only the fields that differ from the stored. */
type Sending<S extends z.ZodType<unknown, object>, T> =
  | {
      save: (body: z.output<S>) => Promise<Answer<T>>
      /** Null for something new. */
      change?: ((changed: Cambios<z.input<S>>) => Promise<Answer<T>>) | null
    }
  | { save?: undefined; change: (changed: Cambios<z.input<S>>) => Promise<Answer<T>> }

/**
 * A form in a dialog, from its fields. `body` makes the call's body of them, and `schema` is the schema of that body.
 * Problems, of the schema or the server, are shown under their fields, and the first of these gets the focus; those of
 * no field stand at the foot. Closes by itself after saving.
 */
export function Editor<F extends Valores, S extends z.ZodType<unknown, object>, T>({
  title,
  schema,
  campos,
  inicial,
  above,
  children,
  action = 'Guardar',
  busyText = 'Guardando…',
  parts = [],
  saved,
  edit = (valores) => valores,
  check = () => null,
  body,
  antes,
  together,
  save,
  change,
  onSaved,
  onClose,
}: Sending<S, T> & {
  title: string
  schema: S
  /** The fields shown; a function where they depend on the form's values. */
  campos: CampoDeEditor<keyof F & string>[] | ((valores: F) => CampoDeEditor<keyof F & string>[])
  inicial: F
  above?: ReactNode
  /** Below the fields; gets the problems by name, and the fields' values. */
  children?: (problems: Problems, valores: F) => ReactNode
  /** The names whose problems `children` shows. */
  parts?: readonly string[]
  /** The button's text, and its text while the call is under way. */
  action?: string
  busyText?: string
  saved: string
  /** The form's values after the field `name` was changed to its value in `valores`. */
  edit?: (valores: F, name: keyof F) => F
  /** Problems by the name of a field or of a part of `children`; null where there are none. */
  check?: (valores: F) => Problems | null
  body: (valores: F) => z.input<S>
  /** The stored object, if the form begins with other values. */
  antes?: object
  /** Fields of the body that mean one thing only together: if one changed, all are sent. */
  together?: readonly (readonly (keyof z.input<S> & string)[])[]
  /** Waited for: a list that is not loaded again yet would open the editor with the old values. */
  onSaved: (data: T) => unknown
  onClose: () => void
}) {
  const [valores, setValores] = useState(inicial)
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const [before] = useState(() => antes ?? body(inicial))
  const close = useWhileOpen(onClose)
  const shown = typeof campos === 'function' ? campos(valores) : campos
  const reload = useReload()
  const names = shown.map(({ name }) => name)
  const others = othersIn(problems, [...names, ...parts])

  async function submit() {
    // A text that is no number would be sent as null
    const wrong = shown.filter(
      ({ name, kind }) => isNumero(kind) && Number.isNaN(numberOf(valores[name], signOf(kind))),
    )
    const numbers = Object.fromEntries(
      wrong.map(({ name }) => [name, ambiguousProblem(String(valores[name])) ?? 'Escribí un número.']),
    )
    const asked = body(valores)
    const read = checkBody(schema, asked, names)
    const found = { ...read.problems, ...check(valores), ...numbers }
    if (read.problems || Object.keys(found).length > 0) return setProblems(found)
    const changed = changedIn(before, asked, together)
    if (change && Object.keys(changed).length === 0) {
      showToast('No había nada que cambiar', { tone: 'info' })
      return onClose()
    }
    setBusy(true)
    const sent = change ? change(changed) : save?.(read.data)
    const answer = await sent?.catch(() => null)
    if (answer?.ok) await onSaved(answer.data)
    setBusy(false)
    if (answer?.ok) {
      showToast(saved)
      return close()
    }
    if (answer) setProblems(fieldProblems(answer))
    else lost()
  }

  function lost() {
    setProblems({ general: sinRespuesta('se guardó', change ? OTRA_VEZ : undefined) })
    void reload()
  }

  const set = (name: keyof F, value: string | boolean) =>
    setValores(edit({ ...valores, [name]: value }, name))
  return (
    <FormDialog
      title={title}
      action={action}
      busyText={busyText}
      back="Cancelar"
      isBusy={isBusy}
      problems={problems}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {above}
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
      {others && <Notice tone="error">{others}</Notice>}
    </FormDialog>
  )
}

const isNumero = (kind: CampoDeEditor['kind']): boolean => kind === 'numero' || kind === 'porcentaje'
const signOf = (kind: CampoDeEditor['kind']) => (kind === 'porcentaje' ? '%' : '$')

const TYPES: Partial<Record<NonNullable<CampoDeEditor['kind']>, string>> = {
  secreto: 'password',
  fecha: 'date',
}

function CampoView({
  campo: { name, label, hint, kind = 'texto', opciones },
  value,
  problem,
  onChange,
}: {
  campo: CampoDeEditor
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
      inputMode={isNumero(kind) ? 'decimal' : undefined}
      autoComplete={kind === 'secreto' ? 'new-password' : 'off'}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
