import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { dataOf } from '../api/query-client.ts'
import { reasonOf } from '../api/reason.ts'
import { reloadCliente } from '../api/session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { Enlace } from './enlace.tsx'
import styles from './frame.module.css'
import { Slip } from './frame.tsx'

/**
 * The page of the link that is mailed to a new address: opening it changes nothing, because mail scanners
 * open links too.
 */
export function ConfirmCorreo() {
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  const query = useQuery({
    queryKey: ['confirmar-correo', token],
    queryFn: ({ signal }) =>
      dataOf(call('GET /api/clientes/confirmar-correo/:token', { params: { token }, signal })),
    enabled: !isDone,
    refetchOnWindowFocus: false,
  })
  if (isDone) return <Confirmado />
  const another = (
    <LinkButton variant="primary" to="/perfil">
      Ir a mi perfil
    </LinkButton>
  )
  return (
    <Enlace query={query} another={another}>
      {({ email }) => <Pregunta token={token} email={email} onDone={() => setDone(true)} />}
    </Enlace>
  )
}

function Pregunta({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()

  const confirm = () =>
    run(async () => {
      setProblem(null) // the same words again are announced again
      setProblem(await refusal())
    })

  /** Null once it is confirmed. */
  async function refusal(): Promise<string | null> {
    try {
      const answer = await call('POST /api/clientes/confirmar-correo/:token', { params: { token } })
      if (!answer.ok) return reasonOf(answer) ?? 'No pudimos confirmarlo. Intentá de nuevo.'
      void reloadCliente(queries)
      onDone()
      return null
    } catch {
      return 'Parece que no hay conexión. Intentá de nuevo.'
    }
  }

  return (
    <Slip
      tone="plain"
      icon={<MailCheck size={36} strokeWidth={2} aria-hidden />}
      title={<PageHeading title={RUTAS['/confirmar-correo/:token'].head.titulo} />}
    >
      <p>
        Tu cuenta va a usar <b>{email}</b>: con ese correo entrás, y ahí te llegan los avisos de tus pedidos.
      </p>
      {problem && <Notice tone="error">{problem}</Notice>}
      <Button variant="primary" aria-disabled={isBusy || undefined} onClick={() => void confirm()}>
        {isBusy ? 'Confirmando...' : 'Confirmar mi correo'}
      </Button>
      <p className={styles.small}>
        Si no pediste este cambio, cerrá la página: la cuenta es de otra persona.
      </p>
    </Slip>
  )
}

const Confirmado = () => (
  <Slip tone="done" title={<PageHeading title="¡Correo confirmado!" />}>
    <p role="status">Desde ahora es el correo de tu cuenta.</p>
    <LinkButton variant="primary" to="/perfil">
      Ir a mi perfil
    </LinkButton>
  </Slip>
)
