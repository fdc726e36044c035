import { useId } from 'react'
import { Field } from '../ui/field.tsx'
import styles from './motivo.module.css'

/** Why something is done: one of the usual reasons, a line of one's own, or both. */
export type Motivo = { elegido: string | null; linea: string }
export const SIN_MOTIVO: Motivo = { elegido: null, linea: '' }
const OTRO = 'Otro motivo'

/** As it is sent and read: 'Salió mal: la tapa quedó torcida'. '' where nothing was said. */
export function motivoText({ elegido, linea }: Motivo): string {
  const own = linea.trim()
  if (elegido === null || elegido === OTRO) return own
  return own ? `${elegido}: ${own}` : elegido
}

/** What is missing; null where nothing is. */
export function motivoProblem(motivo: Motivo): string | null {
  if (motivoText(motivo)) return null
  return motivo.elegido === OTRO ? 'Contalo en una línea.' : 'Elegí por qué, o contalo en una línea.'
}

/** Who begins to write without choosing means another reason. */
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
  error?: string | null | undefined
  hint?: string
  maxLength?: number
  readOnly?: boolean
  onChange: (motivo: Motivo) => void
}) {
  const group = useId()
  const { elegido, linea } = motivo
  // Both together have to fit
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
        error={error ?? null}
        readOnly={readOnly}
        onChange={({ target }) => onChange({ elegido: elegido ?? OTRO, linea: target.value })}
      />
    </>
  )
}
