import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { CircleAlert, Clock, Hand, Printer } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { type EnTarjeta, enTarjeta } from '../impresion/textos.ts'
import { useStep } from '../queries.ts'
import { REPOSICION_TEXTS } from '../reposicion.ts'
import { ageText } from '../tiempo.ts'
import { TomarButton, useTomado } from '../tomar.tsx'
import { useNow } from '../use-now.ts'
import styles from './card.module.css'
import { type Filtros, searchOf } from './filtros.ts'
import { Marcas } from './marcas.tsx'
import { Paso } from './paso.tsx'
import { Tags } from './tags.tsx'
import { cornerOf, toCollect } from './tarjeta.ts'

/** What is being printed, and on what, of all orders. */
export type EnCurso = { vivas: readonly Impresion[]; impresoras: readonly Impresora[] }

/** How its printing goes, and what is the matter with its files. */
function Papel({ fila, printing }: { fila: PedidoFila; printing: EnTarjeta | null }) {
  const isUrgent = printing?.tone === 'atencion'
  return (
    <>
      {printing && (
        <p className={cx(styles.printing, isUrgent && styles.urgent)}>
          {isUrgent ? (
            <CircleAlert size={16} strokeWidth={2.4} aria-hidden />
          ) : (
            <Printer size={16} aria-hidden />
          )}
          {printing.text}
        </p>
      )}
      {fila.reposicion && (
        <p className={cx(styles.printing, fila.reposicion !== 'pedida' && styles.urgent)}>
          <CircleAlert size={16} strokeWidth={2.4} aria-hidden />
          {REPOSICION_TEXTS[fila.reposicion]}
        </p>
      )}
    </>
  )
}

/** An order on the board. All of it leads to the order; the button does what it waits for. */
export function PedidoCard({
  fila,
  filtros,
  impresion,
}: {
  fila: PedidoFila
  filtros: Filtros
  impresion: EnCurso
}) {
  const now = useNow()
  const card = useRef<HTMLLIElement>(null)
  const { mutate, isPending } = useStep(() => {
    // The card is about to leave its column, and the focus with it
    if (card.current?.contains(document.activeElement))
      document.getElementById(`columna-${fila.estado}`)?.focus({ preventScroll: true })
  })
  const own = impresion.vivas.filter(({ pedido_id }) => pedido_id === fila.pedido_id)
  const printing = enTarjeta(own, impresion.impresoras, fila.impresos)
  const held = useTomado(fila)
  const corner = cornerOf(fila, now)
  const collect = toCollect(fila)
  return (
    <li
      ref={card}
      className={cx(
        styles.card,
        (corner?.tone === 'pronto' || printing?.tone === 'atencion' || fila.reposicion) && styles.attention,
      )}
      data-pedido
    >
      <div className={styles.top}>
        <Link className={styles.numero} to={`/mostrador/pedidos/${fila.pedido_id}${searchOf(filtros)}`}>
          <span className="visually-hidden">Pedido </span>
          {fila.numero}
        </Link>
        {corner && (
          <span className={cx(styles.corner, styles[corner.tone])}>
            {corner.tone !== 'normal' && <Clock size={14} strokeWidth={2.4} aria-hidden />}
            {corner.text}
          </span>
        )}
        {fila.estado === 'listo' && <code className={styles.codigo}>{fila.codigo_retiro}</code>}
      </div>
      <p className={styles.cliente}>{fila.nombre ?? (fila.email || fila.celular)}</p>
      <Marcas fila={fila} />
      <Tags fila={fila} sucursal={filtros.sucursal === ''} />
      {fila.direccion_entrega && <p className={styles.direccion}>{fila.direccion_entrega}</p>}
      <Papel fila={fila} printing={printing} />
      {held && (
        <p className={cx(styles.held, held.isMine && styles.mine)}>
          <Hand size={15} aria-hidden />
          {held.text}
        </p>
      )}
      <div className={styles.foot}>
        <span>
          {collect && <b>{collect}</b>}
          <span className="num">
            {formatPesos(fila.importe_final)} · {ageText(fila.confirmado, now)}
          </span>
        </span>
        <div className={styles.buttons}>
          {held?.isMine !== false && (fila.estado === 'pagado' || fila.estado === 'en_produccion') && (
            <TomarButton pedido={fila} className={cx(styles.step, styles.small)} isSmall />
          )}
          <Paso
            fila={fila}
            printing={printing}
            hasPrinter={impresion.impresoras.some(({ sucursal }) => sucursal === fila.sucursal)}
            isPending={isPending}
            isUnderWay={own.length > 0}
            to={`/mostrador/pedidos/${fila.pedido_id}${searchOf(filtros)}`}
            onStep={(estado) => mutate({ ...fila, estado })}
          />
        </div>
      </div>
    </li>
  )
}
