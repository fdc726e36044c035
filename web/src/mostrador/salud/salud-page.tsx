import type { Asunto } from '@imprimitodo/shared/api/salud'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleAlert, CircleCheck, Mail, TriangleAlert } from 'lucide-react'
import { dataOf } from '../../api/query-client.ts'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { type Address, Link } from '../../ui/link.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { showProblem } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Heading } from '../layout/heading.tsx'
import { Subnav } from '../layout/subnav.tsx'
import { LoadError } from '../loading.tsx'
import { tellRefusal } from '../problemas.ts'
import { useReposicion } from '../reposicion.ts'
import { ask } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'
import { Respaldo } from './respaldo.tsx'
import styles from './salud.module.css'

const EVERY_MS = 60_000

const ESTADOS = {
  bien: { Icon: CircleCheck, texto: 'Bien' },
  atencion: { Icon: CircleAlert, texto: 'Atención' },
  urgente: { Icon: TriangleAlert, texto: 'Urgente' },
}

/** The problems of the shop's server, with what to do about them; below, the parts without problems. */
export function SaludPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['salud'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/salud', { signal })),
    refetchInterval: EVERY_MS,
  })
  const isOwner = useMostradorSession()?.rol === 'dueno'
  const wrong = data?.asuntos.filter(({ estado }) => estado !== 'bien') ?? []
  const fine = data?.asuntos.filter(({ estado }) => estado === 'bien') ?? []
  return (
    <div className={styles.page}>
      <Subnav />
      <Heading title="Salud" />
      {data && (
        <>
          <p role="status">
            {summary(wrong.length)}{' '}
            <span className="muted">Visto {formatMoment(data.hora).toLowerCase()}.</span>
          </p>
          {wrong.length > 0 && <Items label="Para mirar" asuntos={wrong} isOwner={isOwner} />}
          {fine.length > 0 && <Items label="Lo que anda bien" asuntos={fine} isOwner={isOwner} />}
        </>
      )}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label="Mirando cómo anda todo…" visible />}
      {isOwner && <Respaldo />}
    </div>
  )
}

const summary = (wrong: number): string =>
  wrong === 0 ? 'Anda todo bien.' : `Hay ${wrong === 1 ? 'una cosa' : `${wrong} cosas`} para mirar.`

function Items({ label, asuntos, isOwner }: { label: string; asuntos: Asunto[]; isOwner: boolean }) {
  return (
    <section aria-label={label}>
      <ul className={styles.list}>
        {asuntos.map((asunto) => (
          <Item key={asunto.cual} asunto={asunto} isOwner={isOwner} />
        ))}
      </ul>
    </section>
  )
}

function Item({ asunto, isOwner }: { asunto: Asunto; isOwner: boolean }) {
  const { titulo, estado, detalle, hacer, enlace, pedir, resolver } = asunto
  const { Icon, texto } = ESTADOS[estado]
  return (
    <li className={`${styles.item} ${styles[estado]}`}>
      <h2>
        <Icon size={20} strokeWidth={2.4} aria-hidden />
        {titulo}
        <span className={estado === 'bien' ? 'visually-hidden' : styles.state}>{texto}</span>
      </h2>
      <p>{detalle}</p>
      {hacer && (
        <p>
          <b>Qué hacer:</b> {hacer}
        </p>
      )}
      {pedir && <Ask pedido_id={pedir} about={titulo} />}
      {resolver && isOwner && <Resolve id={resolver} about={titulo} />}
      {enlace && <Link to={enlace as Address}>Ir a {NOMBRES[enlace] ?? titulo}</Link>}
    </li>
  )
}

/** One tap asks an order's customer for all of its lost files. */
function Ask({ pedido_id, about }: { pedido_id: string; about: string }) {
  const { mutate, isPending } = useReposicion()
  return (
    <BusyButton
      size="medium"
      variant="primary"
      icon={Mail}
      isBusy={isPending}
      busyText="Pidiendo…"
      about={` (${about})`}
      onClick={() => mutate({ que: 'pedir', pedido_id })}
    >
      Pedírselo al cliente
    </BusyButton>
  )
}

/** The owner dealt with a payment that is of no order. */
function Resolve({ id, about }: { id: string; about: string }) {
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask('POST /api/mostrador/pagos-sin-pedido/:id/resolver', { params: { id } }),
    onSuccess: (answer) => {
      if (!answer.ok) tellRefusal(answer, 'No se pudo marcar.')
    },
    onError: () => showProblem(sinRespuesta('se hizo')),
    onSettled: () => cache.invalidateQueries({ queryKey: ['salud'] }),
  })
  return (
    <BusyButton
      size="medium"
      icon={Check}
      isBusy={isPending}
      busyText="Marcando…"
      about={` (${about})`}
      onClick={() => mutate()}
    >
      Ya está resuelto
    </BusyButton>
  )
}

const NOMBRES: Record<string, string> = {
  '/mostrador/proveedores': 'Proveedores',
  '/mostrador/comprobantes': 'Comprobantes',
  '/mostrador/impresoras': 'Impresoras',
}
