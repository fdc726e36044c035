import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api/call.ts'
import { forgetSession } from '../api/session.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { showToast } from '../ui/toasts.tsx'
import { firstMessage } from './mensajes.ts'

/** Asks for the password once more: what follows cannot be undone. */
export function EliminarCuenta({ email, onClose }: { email: string; onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const form = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (running.current) return
    const wrong = password ? null : 'Escribí tu contraseña.'
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    running.current = true
    setBusy(true)
    const refused = await remove(password)
    running.current = false
    setBusy(false)
    setProblem(refused)
    if (refused) return input.current?.focus()
    forgetSession(queries, { salida: true })
    showToast('Tu cuenta fue eliminada')
    await navigate('/', { replace: true })
  }

  return (
    <AlertDialog
      title="¿Eliminar tu cuenta?"
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" wide type="submit" form={form} aria-disabled={isBusy || undefined}>
            {isBusy ? 'Eliminando...' : 'Sí, eliminarla para siempre'}
          </Button>
          <Button wide onClick={onClose}>
            No, volver
          </Button>
        </>
      }
    >
      <p>
        Se borran tus datos, tus puntos y tus códigos, y no se puede deshacer. Para confirmar, escribí tu
        contraseña.
      </p>
      <form id={form} onSubmit={send} noValidate>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          ref={input}
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={problem}
          onChange={({ target }) => {
            setPassword(target.value)
            setProblem(null)
          }}
        />
      </form>
    </AlertDialog>
  )
}

/** Null once deleted. */
async function remove(password: string): Promise<string | null> {
  try {
    const answer = await call('POST /api/clientes/eliminar', { body: { password } })
    if (answer.ok) return null
    return firstMessage(answer.data, ['password', 'detail']) ?? 'No pudimos eliminarla. Intentá de nuevo.'
  } catch {
    return 'Parece que no hay conexión. Intentá de nuevo.'
  }
}
