import type { Accion, PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { Check, CircleAlert, Clock, Hand } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { type Address, Link } from '../../ui/link.tsx'
import type { EnTarjeta } from '../impresion/textos.ts'
import { COBRAR, isToMake, mustPay, STEP_LABELS } from '../pasos.ts'
import { REPOSICION_TEXTS } from '../reposicion.ts'
import { tenidoOf } from '../take.tsx'
import { ageText } from '../tiempo.ts'
import { useNowOf } from '../use-now.ts'
import styles from './card.module.css'
import { TECLAS } from './choose.ts'
import { Lleva } from './lleva.tsx'
import { Marcas } from './marcas.tsx'
import { cornerOf, quienOf, toCollect } from './tarjeta.ts'
import type { ActosDeFila } from './use-actos.ts'

type Props = {
  fila: PedidoFila
  to: Address
  /** The state of its printing; and whether it needs a clerk. */
  texto: string | null
  isUrgent: boolean
  enlace: EnTarjeta['accion']
  /** The clerk's action that it waits for. */
  accion: Accion | null
  isOn: boolean
  isNuevo: boolean
  isBusy: boolean
  conSucursal: boolean
  /** The person at the screen, and whether that is the owner. */
  yo: number | undefined
  isDueno: boolean
  actos: ActosDeFila
}

/**
 * An order on the board, in three lines. The whole card opens the order; the box ticks it, the button does
 * the action that it waits for. Memoised, since there are two hundred cards: drawn again only when its data
 * changed.
 */
export const PedidoCard = memo(function PedidoCard(props: Props) {
  const { fila, to, isUrgent, isOn, isNuevo, conSucursal, actos } = props
  const { pedido_id, numero, estado, reposicion } = fila
  const corner = useNowOf((now) => {
    const said = cornerOf(fila, now)
    return said ? `${said.tone} ${said.text}` : ''
  })
  const [tone = '', text] = corner ? [corner.split(' ', 1)[0], corner.slice(corner.indexOf(' ') + 1)] : []
  const tick = (event: MouseEvent<HTMLInputElement>) => actos.tick(pedido_id, event.shiftKey)
  return (
    <li
      className={cx(
        styles.card,
        (isUrgent || reposicion || tone === 'pronto') && styles.attention,
        tone === 'tarde' && styles.late,
        isOn && styles.on,
      )}
      data-pedido={pedido_id}
      data-estado={estado}
    >
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={isOn}
          data-atajo="x"
          // A range needs the shift key, which a change event does not report; and shift would select text
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={tick}
          onChange={() => {}}
        />
        <span className="visually-hidden">Elegir el pedido {numero}</span>
        <i aria-hidden>
          <Check size={13} strokeWidth={3} />
        </i>
      </label>
      <div className={styles.top}>
        <Link className={styles.numero} to={to}>
          <span className="visually-hidden">Pedido </span>
          {numero}
        </Link>
        {isNuevo && <span className={styles.nuevo}>Nuevo</span>}
        <span className={styles.cliente}>{quienOf(fila)}</span>
        {text && (
          <span className={cx(styles.corner, styles[tone])}>
            {tone !== 'normal' && <Clock size={14} strokeWidth={2.4} aria-hidden />}
            {text}
          </span>
        )}
      </div>
      <div className={styles.what}>
        <Marcas fila={fila} />
        <Lleva fila={fila} sucursal={conSucursal} />
      </div>
      <Estado {...props} />
      <Botones {...props} />
    </li>
  )
})

/** The card's third line: problems first, then the progress. */
function Estado({ fila, texto, isUrgent, yo }: Props) {
  const { reposicion, estado, codigo_retiro, direccion_entrega, nota } = fila
  const held = tenidoOf(fila, yo)
  const collect = toCollect(fila)
  const isHurt = isUrgent || (reposicion !== null && reposicion !== 'pedida')
  return (
    <p className={cx(styles.estado, (isHurt || held?.isMine || collect) && styles.strong)}>
      {isHurt && <CircleAlert size={15} strokeWidth={2.4} aria-hidden />}
      {!isHurt && held && <Hand size={15} aria-hidden />}
      <span className={styles.partes}>
        {reposicion && <span>{REPOSICION_TEXTS[reposicion]}</span>}
        {isUrgent && texto && <span>{texto}</span>}
        {held && <span>{held.text}</span>}
        {collect && <span>{collect}</span>}
        {!isUrgent && texto && <span>{texto}</span>}
        {estado === 'listo' && <code>{codigo_retiro}</code>}
        {estado === 'listo' && direccion_entrega && <span>{direccion_entrega}</span>}
        {nota && <span>«{nota}»</span>}
        {estado !== 'listo' && <span className="num">{formatPesos(fila.importe_final)}</span>}
        <Edad fila={fila} />
      </span>
    </p>
  )
}

function Edad({ fila: { confirmado } }: { fila: PedidoFila }) {
  const text = useNowOf((now) => ageText(confirmado, now))
  return <span>{text}</span>
}

function Botones(props: Props) {
  const { fila, to, enlace, accion, isBusy, actos } = props
  const { numero } = fila
  const about = <span className="visually-hidden"> (pedido {numero})</span>
  return (
    <div className={styles.buttons}>
      <Mano {...props} />
      {(enlace || mustPay(fila)) && (
        <LinkButton size="medium" className={styles.step} to={to} state={enlace ? undefined : COBRAR}>
          <span>
            {enlace === 'resolver' ? 'Resolver' : enlace ? 'Pasar a otra' : 'Cobrar'}
            {about}
          </span>
        </LinkButton>
      )}
      {!enlace && accion && (
        <Button
          size="medium"
          className={styles.step}
          data-atajo={TECLAS[accion]}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && actos.act(fila, accion)}
        >
          <span>
            {isBusy ? 'Un momento…' : accion === 'imprimir' ? 'Imprimir' : STEP_LABELS[accion]}
            {about}
          </span>
        </Button>
      )}
    </div>
  )
}

/** The button that takes it in hand or releases it; none where another clerk has it, except for the owner. */
function Mano({ fila, isBusy, yo, isDueno, actos }: Props) {
  const { numero, estado } = fila
  const held = tenidoOf(fila, yo)
  if (!isToMake(estado) || (held && !held.isMine && !isDueno)) return null
  const label = held ? 'Soltar' : 'Tomar'
  return (
    <Button
      size="medium"
      className={cx(styles.step, styles.small)}
      title={label}
      data-atajo="t"
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && actos.take(fila)}
    >
      <Hand size={16} strokeWidth={2.4} aria-hidden />
      <span className="visually-hidden">
        {label} el pedido {numero}
      </span>
    </Button>
  )
}
