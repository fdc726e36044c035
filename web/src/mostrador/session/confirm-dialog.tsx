import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { isAmong } from '../../api/rechazo.ts'
import { TextButton } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { wordsOf } from '../problemas.ts'
import { ask } from './ask.ts'
import { settleIdentity, useConfirming } from './confirm.ts'

const WRONG: readonly Rechazo[] = ['datos', 'credenciales', 'segundo_factor']

/**
 * Asks the person to confirm their identity while a sensitive call waits. The form below keeps its contents.
 */
export const Confirming = () => (useConfirming() ? <ConfirmDialog /> : null)

function ConfirmDialog() {
  const { data } = useQuery({
    queryKey: ['segundo-factor'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/segundo-factor', { signal })),
  })
  const [by, setBy] = useState<'actual' | 'totp'>('actual')
  const [problem, setProblem] = useState<string | null>(null)
  const [general, setGeneral] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function send() {
    const typed = field.current?.value ?? ''
    if (!typed) return wrong(by === 'actual' ? 'Escribí tu contraseña.' : 'Escribí el código.')
    setBusy(true)
    setProblem(null)
    setGeneral(null)
    const answer = await ask('POST /api/mostrador/confirmar', { body: { [by]: typed } }).catch(() => null)
    setBusy(false)
    if (answer?.ok) return settleIdentity(true)
    const words = answer && wordsOf(answer)
    if (isAmong(WRONG, answer?.codigo)) return wrong(words ?? 'No va. Probá de nuevo.')
    setGeneral(words ?? 'No hay conexión con el servidor. Probá de nuevo.')
  }

  function wrong(message: string) {
    setProblem(message)
    field.current?.select()
    field.current?.focus()
  }

  function change(to: 'actual' | 'totp') {
    setBy(to)
    setProblem(null)
  }

  return (
    <FormDialog
      title="Confirmá que sos vos"
      action="Confirmar"
      busyText="Confirmando…"
      isBusy={isBusy}
      onSubmit={() => void send()}
      onClose={() => settleIdentity(false)}
    >
      <p>Lo que vas a hacer es delicado. Después, por 5 minutos no te lo volvemos a pedir.</p>
      {by === 'actual' ? (
        <PasswordField
          key="actual"
          ref={field}
          label="Tu contraseña"
          name="actual"
          autoComplete="current-password"
          autoFocus
          error={problem}
        />
      ) : (
        <Field
          key="totp"
          ref={field}
          label="Código de tu teléfono"
          hint="6 dígitos, o uno de tus códigos de recuperación."
          name="totp"
          autoComplete="one-time-code"
          autoFocus
          error={problem}
        />
      )}
      {general && <Notice tone="error">{general}</Notice>}
      {data?.activo && (
        <div>
          <TextButton onClick={() => change(by === 'actual' ? 'totp' : 'actual')}>
            {by === 'actual' ? 'Usar el código de mi teléfono' : 'Usar mi contraseña'}
          </TextButton>
        </div>
      )}
    </FormDialog>
  )
}
