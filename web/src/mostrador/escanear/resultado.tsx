import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { CODIGOS, isDeCompra, isMarkable } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, FileText } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/form/field.tsx'
import { Link } from '../../ui/link.tsx'
import { BusyButton } from '../busy-button.tsx'
import { pedidoKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './resultado.module.css'
import { CODIGO_WORDS, escaneadoTitle, nameOf } from './textos.ts'
import type { Escaneo } from './use-escaneo.ts'

/** Describes the code and tells whether it is good; only its button marks it as used. */
export function ResultadoDeEscaneo({
  escaneo: { codigo, vista, text, hecho },
  ...marcar
}: { escaneo: Escaneo } & Omit<ComponentProps<typeof Marcar>, 'vista'>) {
  const isGood = hecho || vista?.estado === 'disponible'
  const usable = vista?.estado === 'disponible' && !hecho ? vista : null
  const asksCorreo = usable ? CODIGOS[usable.tipo].asksCorreo : null
  const isDePedido = vista ? CODIGOS[vista.tipo].belongsTo === 'pedido' : false
  const Icon = isGood ? CircleCheck : CircleAlert
  const title = !vista ? 'No existe' : hecho ? CODIGO_WORDS[vista.tipo].done : escaneadoTitle(vista)
  return (
    <section className={cx(styles.card, isGood ? styles.good : styles.bad)} aria-label="Resultado">
      <div role={isGood ? 'status' : 'alert'}>
        <h2>
          <Icon size={24} strokeWidth={2.4} aria-hidden />
          {title}
        </h2>
      </div>
      <div className={styles.body}>
        <p className={styles.code}>{codigo}</p>
        {vista && <p className={styles.name}>{nameOf(vista)}</p>}
        {text && <p>{text}</p>}
        {vista?.cliente && !isDePedido && !asksCorreo && <p className="muted">De {vista.cliente}</p>}
        {usable?.vence && <p className="muted">Vence: {formatMoment(usable.vence)}</p>}
        {isDePedido && vista?.pedido_id && <QueLleva id={vista.pedido_id} />}
        {usable && isDeCompra(usable.tipo) && (
          <LinkButton variant="primary" wide to={`/mostrador/nuevo?codigo=${usable.codigo}`}>
            Usar en una venta
          </LinkButton>
        )}
        {usable && isMarkable(usable.tipo) && <Marcar vista={usable} {...marcar} />}
        {vista?.pedido_id && (
          <Link className={styles.link} to={`/mostrador/pedidos/${vista.pedido_id}`}>
            Ver el pedido completo
          </Link>
        )}
      </div>
    </section>
  )
}

/** Marks the code used, for the e-mail of its owner where it is asked for. */
function Marcar({
  vista: { tipo, cliente },
  emailProblem,
  isBusy,
  use,
}: {
  vista: CodigoMostrador
  emailProblem: string | null
  isBusy: boolean
  use: (email: string | null) => void
}) {
  const { asksCorreo } = CODIGOS[tipo]
  const email = useRef<HTMLInputElement>(null)
  return (
    <form
      className={styles.use}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) use(email.current?.value.trim() || null)
      }}
    >
      {asksCorreo && (
        <Field
          ref={email}
          label="Correo del cliente"
          hint={`Vale solo para quien ${asksCorreo.verb} con ${cliente}: preguntale cuál es.`}
          type="email"
          autoComplete="off"
          error={emailProblem}
        />
      )}
      <BusyButton
        variant={isDeCompra(tipo) ? 'secondary' : 'primary'}
        wide
        type="submit"
        isBusy={isBusy}
        busyText="Marcando…"
      >
        {CODIGO_WORDS[tipo].do}
      </BusyButton>
    </form>
  )
}

/** The parts to check before the order is handed over. */
function QueLleva({ id }: { id: string }) {
  const { data, isError } = useQuery({
    queryKey: pedidoKey(id),
    queryFn: () => dataOf(ask('GET /api/mostrador/pedidos/:pedido_id', { params: { pedido_id: id } })),
  })
  if (isError) return <p className="muted">No pudimos cargar qué lleva: miralo en el pedido.</p>
  if (!data) return null
  return (
    <div>
      <dl className={styles.quien}>
        <dt>A nombre de</dt>
        <dd>{data.nombre ?? (data.email || '—')}</dd>
        <dt>Estante</dt>
        <dd>{data.estante ? <b className={styles.estante}>{data.estante}</b> : 'Sin anotar'}</dd>
      </dl>
      <h3>Controlá que lleve</h3>
      <ul className={styles.works}>
        {data.trabajos.map(({ id, nombre, copias, hojas, anillado, tomo, archivos }) => (
          <li key={id}>
            <FileText size={18} aria-hidden />
            {count(copias, anillado ? 'anillado' : 'copia')}, {count(hojas, 'hoja')}: {nombre}
            {tomo && ` (tomo ${tomo})`}
            {anillado && archivos.length > 0 && <small>{archivos.join(' + ')}</small>}
          </li>
        ))}
      </ul>
    </div>
  )
}
