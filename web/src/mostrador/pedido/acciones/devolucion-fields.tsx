import { Field } from '../../../ui/form/field.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { type Motivo, MotivoFields } from '../../motivo.tsx'
import type { Problemas } from '../../problemas.ts'

const MOTIVOS_DEVOLUCION = ['Salió mal y no se reimprime', 'Se cobró de más', 'El cliente se arrepintió']
const CUANTO = [
  { value: 'todo', label: 'Todo' },
  { value: 'parte', label: 'Una parte' },
] as const

/** How much is refunded and why. `whole`: all that is left; `isQueued`: it is under way, so nothing can change. */
export function DevolucionFields({
  importe,
  whole,
  motivo,
  problemas,
  isQueued,
  onImporte,
  onMotivo,
}: {
  importe: string
  whole: string
  motivo: Motivo
  problemas: Problemas<'importe' | 'motivo'>
  isQueued: boolean
  onImporte: (importe: string) => void
  onMotivo: (motivo: Motivo) => void
}) {
  return (
    <>
      <Segmented
        label="Cuánto"
        options={CUANTO}
        value={importe === whole ? 'todo' : 'parte'}
        disabled={isQueued}
        onChange={(value) => onImporte(value === 'todo' ? whole : '')}
      />
      <Field
        label="Importe ($)"
        inputMode="decimal"
        autoComplete="off"
        value={importe}
        error={problemas.importe}
        readOnly={isQueued}
        onChange={({ target }) => onImporte(target.value)}
      />
      <MotivoFields
        legend="Por qué (hace falta)"
        usuales={MOTIVOS_DEVOLUCION}
        motivo={motivo}
        error={problemas.motivo}
        hint="El cliente lo lee en el correo, y queda en la historia del pedido y en Cambios."
        readOnly={isQueued}
        onChange={onMotivo}
      />
      {problemas.general && <Notice tone={isQueued ? 'warning' : 'error'}>{problemas.general}</Notice>}
    </>
  )
}
