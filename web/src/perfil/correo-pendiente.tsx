import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setCliente } from '../api/session/session.ts'
import { TextButton } from '../ui/button.tsx'
import { FieldError } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { patchEmail } from './change-email.ts'
import styles from './perfil.module.css'

/**
 * The address that waits for its confirmation, with buttons to send the mail again or to drop the address.
 */
export function CorreoPendiente({ email, pendiente }: { email: string; pendiente: string }) {
  const queries = useQueryClient()
  const { isBusy, run } = useBusy()
  const [refused, setRefused] = useState<string | null>(null)
  const isOwn = pendiente === email

  const ask = (wanted: string, done: string) =>
    run(async () => {
      const changed = await patchEmail(wanted)
      setRefused(typeof changed === 'string' ? changed : null)
      if (typeof changed === 'string') return showToast(changed, { tone: 'error' })
      setCliente(queries, changed)
      showToast(done)
    })

  return (
    <Notice tone="warning" still>
      {isOwn ? <b>Falta confirmar tu correo</b> : <b>Confirmalo desde el mail que te mandamos</b>}
      <p>
        {isOwn
          ? 'Hasta que lo confirmes, las compras que hagas con él sin entrar a tu cuenta no te suman puntos.'
          : `El mail está en ${pendiente}. Hasta que lo confirmes, tu correo sigue siendo ${email}.`}
      </p>
      {refused && <FieldError>{refused}</FieldError>}
      <div className={styles.actions}>
        <TextButton
          aria-disabled={isBusy || undefined}
          onClick={() => void ask(pendiente, 'Te mandamos el mail. Revisá también el correo no deseado.')}
        >
          {isOwn ? 'Mandarme el mail' : 'Mandarlo de nuevo'}
        </TextButton>
        {!isOwn && (
          <TextButton
            aria-disabled={isBusy || undefined}
            onClick={() => void ask(email, `Tu correo sigue siendo ${email}`)}
          >
            Seguir con el de antes
          </TextButton>
        )}
      </div>
    </Notice>
  )
}
