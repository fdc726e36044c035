import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { forgetSession, useSession } from '../api/session/session.ts'
import { TextButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { useBusy } from '../ui/state/use-busy.ts'

/**
 * For a guest at another person's computer; a customer with a session logs out instead. `onForgotten` deletes
 * all data in this browser.
 */
export function Forget({ onForgotten }: { onForgotten: () => void }) {
  const queries = useQueryClient()
  const { status } = useSession()
  const { isBusy, run } = useBusy()
  const [failed, setFailed] = useState(false)
  if (status !== 'out') return null

  async function forget() {
    const isDone = await call('POST /api/auth/logout/').then(
      ({ ok }) => ok,
      () => false,
    )
    setFailed(!isDone)
    if (!isDone) return
    onForgotten()
    forgetSession(queries, { salida: true })
    showToast('Listo: este navegador ya no reconoce tus pedidos.')
  }

  return (
    <>
      <p className="muted">
        ¿La computadora no es tuya?{' '}
        <TextButton aria-disabled={isBusy || undefined} onClick={() => void run(forget)}>
          Olvidar mis pedidos en este navegador
        </TextButton>
      </p>
      {failed && <Notice tone="error">No pudimos olvidarlo. Revisá tu conexión y probá de nuevo.</Notice>}
    </>
  )
}
