import { FormDialog } from '../form-dialog.tsx'
import { settleTomado, usePregunta } from './tomado.ts'

/** Asks before the clerk goes on with an order in another clerk's hands. */
export function TomadoPregunta() {
  const pregunta = usePregunta()
  if (!pregunta) return null
  return (
    <FormDialog
      key={pregunta.detail}
      title={pregunta.detail}
      action="Seguir igual"
      onSubmit={() => settleTomado(true)}
      onClose={() => settleTomado(false)}
    >
      <p>Puede que lo esté haciendo ahora. Si seguís, avisale, así no se hace dos veces.</p>
    </FormDialog>
  )
}
