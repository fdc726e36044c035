import type { PedidoPrometido, Urgencia } from '@imprimitodo/shared/api/urgencias'
import type { Celda, TipoUrgencia } from '@imprimitodo/shared/rules/mostrador/urgencia'
import { Clock } from 'lucide-react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { useNow } from '../use-now.ts'
import { detalleOf, tardeText, tituloOf, urgenciaNombres, VARIAS } from './textos.ts'
import styles from './urgencias.module.css'

type Duda = Extract<Urgencia, { tipo: 'duda' }>
export type Parada = Extract<Urgencia, { tipo: 'impresora' }>

export type ActosDeUrgencia = {
  /** The urgencia whose question is open. */
  abierta: string | null
  onResolve: (duda: Duda) => void
  onMove: (parada: Parada) => void
}

const MARCAS: Record<TipoUrgencia, { text: string | null; isRed: boolean }> = {
  duda: { text: '?', isRed: false },
  impresora: { text: '!', isRed: true },
  tarde: { text: null, isRed: true },
  ayuda: { text: '$', isRed: false },
  sena: { text: '$', isRed: false },
  asunto: { text: '!', isRed: true },
}

function Marca({ tipo, isCalm = false }: { tipo: TipoUrgencia; isCalm?: boolean }) {
  const { text, isRed } = MARCAS[tipo]
  return (
    <i className={cx(styles.marca, isRed && !isCalm && styles.roja)} aria-hidden>
      {text ?? <Clock size={17} strokeWidth={2.4} />}
    </i>
  )
}

/** The urgencias of one kind, in one cell of the strip. */
export function UrgenciaCelda({
  celda: { tipo, urgencias },
  pronto,
  ...actos
}: { celda: Celda<Urgencia>; pronto: readonly PedidoPrometido[] } & ActosDeUrgencia) {
  const [first, second] = urgencias
  if (tipo === 'tarde') return <Tarde tarde={urgencias.filter(isTarde)} pronto={pronto} />
  if (!first) return null
  if (!second) return <Una urgencia={first} {...actos} />
  return (
    <li className={styles.celda}>
      <Marca tipo={tipo} />
      <Texto titulo={VARIAS[tipo](urgencias.length)} detalle={urgenciaNombres(urgencias)} />
      {first.tipo === 'duda' && <ResolveButton duda={first} {...actos} />}
      {first.tipo === 'impresora' && (
        <LinkButton size="medium" to="/mostrador/impresoras">
          Ver<span className="visually-hidden"> las impresoras</span>
        </LinkButton>
      )}
      {first.tipo === 'asunto' && (
        <LinkButton size="medium" to="/mostrador/salud">
          Qué hacer
        </LinkButton>
      )}
      {(tipo === 'ayuda' || tipo === 'sena') && (
        <div className={styles.fichas}>
          {urgencias.slice(0, 2).map(
            (one) =>
              (one.tipo === 'ayuda' || one.tipo === 'sena') && (
                <Link key={one.clave} className={styles.ficha} to={`/mostrador/pedidos/${one.pedido_id}`}>
                  <b>{one.numero}</b>
                  <span>{one.nombre ?? 'sin nombre'}</span>
                </Link>
              ),
          )}
        </div>
      )}
    </li>
  )
}

const isTarde = (one: Urgencia): one is Extract<Urgencia, { tipo: 'tarde' }> => one.tipo === 'tarde'

/** One urgencia, with its link or button. */
export function Una({ urgencia, ...actos }: { urgencia: Urgencia } & ActosDeUrgencia) {
  const now = useNow()
  return (
    <li className={styles.celda}>
      <Marca tipo={urgencia.tipo} />
      <Texto titulo={tituloOf(urgencia)} detalle={detalleOf(urgencia, now)} />
      <Salida urgencia={urgencia} {...actos} />
    </li>
  )
}

function Salida({ urgencia, ...actos }: { urgencia: Urgencia } & ActosDeUrgencia) {
  switch (urgencia.tipo) {
    case 'duda':
      return <ResolveButton duda={urgencia} {...actos} />
    case 'impresora':
      return (
        <Button size="medium" onClick={() => actos.onMove(urgencia)}>
          <span>
            Pasar a otra
            <span className="visually-hidden"> impresora lo que espera en {urgencia.nombre}</span>
          </span>
        </Button>
      )
    case 'asunto':
      return (
        <LinkButton size="medium" to="/mostrador/salud">
          <span>
            Qué hacer<span className="visually-hidden"> ({urgencia.titulo})</span>
          </span>
        </LinkButton>
      )
    default:
      return (
        <LinkButton size="medium" to={`/mostrador/pedidos/${urgencia.pedido_id}`}>
          <span>
            Ver<span className="visually-hidden"> el pedido {urgencia.numero}</span>
          </span>
        </LinkButton>
      )
  }
}

function ResolveButton({ duda, abierta, onResolve }: { duda: Duda } & ActosDeUrgencia) {
  const isOpen = abierta === duda.clave
  return (
    <Button
      size="medium"
      variant={isOpen ? 'secondary' : 'primary'}
      aria-expanded={isOpen}
      onClick={() => onResolve(duda)}
    >
      <span>
        {isOpen ? 'Cerrar' : 'Resolver'}
        <span className="visually-hidden"> ({tituloOf(duda)})</span>
      </span>
    </Button>
  )
}

/** Late orders, and those that soon will be; the first two have links. */
function Tarde({ tarde, pronto }: { tarde: readonly PedidoPrometido[]; pronto: readonly PedidoPrometido[] }) {
  const now = useNow()
  const isLate = tarde.length > 0
  const titulo = isLate ? VARIAS.tarde(tarde.length) : `${pronto.length} en la hora`
  const detalle = isLate
    ? pronto.length > 0
      ? `y ${pronto.length} en la hora`
      : 'y ninguno más en la hora'
    : 'Prometidos para antes'
  return (
    <li className={styles.celda}>
      <Marca tipo="tarde" isCalm={!isLate} />
      <Texto titulo={titulo} detalle={detalle} />
      <div className={styles.fichas}>
        {[...tarde, ...pronto].slice(0, 2).map((pedido) => (
          <Link key={pedido.pedido_id} className={styles.ficha} to={`/mostrador/pedidos/${pedido.pedido_id}`}>
            <b>
              <span className="visually-hidden">Pedido </span>
              {pedido.numero}
            </b>
            <span className={cx(Date.parse(pedido.prometido) < now && styles.tarde)}>
              {tardeText(pedido, now)}
            </span>
          </Link>
        ))}
      </div>
    </li>
  )
}

function Texto({ titulo, detalle }: { titulo: string; detalle: string }) {
  return (
    <p className={styles.texto}>
      <b title={titulo}>{titulo}</b>
      <span title={detalle}>{detalle}</span>
    </p>
  )
}
