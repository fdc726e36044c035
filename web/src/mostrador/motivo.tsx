import { useId } from 'react'
import { Field } from '../ui/form/field.tsx'
import styles from './motivo.module.css'

/** The reason for an action: one of the usual reasons, a typed line, or both. */
export type Motivo = { elegido: string | null; linea: string }
export const SIN_MOTIVO: Motivo = { elegido: null, linea: '' }
const OTRO = 'Otro motivo'

/** The text of the reason, sent and shown: 'Salió mal: la tapa quedó torcida'. '' without one. */
export function motivoText({ elegido, linea }: Motivo): string {
  const own = linea.trim()
  if (elegido === null || elegido === OTRO) return own
  return own ? `${elegido}: ${own}` : elegido
}

/** The problem where a part is missing; else null. */
export function motivoProblem(motivo: Motivo): string | null {
  if (motivoText(motivo)) return null
  return motivo.elegido === OTRO ? 'Contalo en una línea.' : 'Elegí por qué, o contalo en una línea.'
}

/** Typing without a choice selects «another reason». */
export function MotivoFields({
  legend,
  usuales,
  motivo,
  error,
  hint,
  maxLength = 300,
  readOnly,
  onChange,
}: {
  legend: string
  usuales: readonly string[]
  motivo: Motivo
  error?: string | null
  hint?: string
  maxLength?: number
  readOnly?: boolean
  onChange: (motivo: Motivo) => void
}) {
  const group = useId()
  const { elegido, linea } = motivo
  // Both together have to fit the limit
  const room = elegido === null || elegido === OTRO ? maxLength : maxLength - elegido.length - 2
  return (
    <>
      <fieldset className={styles.motivos} disabled={readOnly}>
        <legend>{legend}</legend>
        {[...usuales, OTRO].map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={group}
              checked={elegido === one}
              onChange={() => onChange({ ...motivo, elegido: one })}
            />
            {one}
          </label>
        ))}
      </fieldset>
      <Field
        label="Contalo en una línea"
        hint={hint}
        maxLength={room}
        autoComplete="off"
        value={linea}
        error={error}
        readOnly={readOnly}
        onChange={({ target }) => onChange({ elegido: elegido ?? OTRO, linea: target.value })}
      />
    </>
  )
}
