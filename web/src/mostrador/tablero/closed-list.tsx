import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import type { Cerrado } from '@imprimitodo/shared/rules/compra/pedido'
import { Bike } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { retryOf, VerMas } from '../../ui/ver-mas.tsx'
import { EstadoChip } from '../estado-chip.tsx'
import { LoadError } from '../loading.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import styles from './closed-list.module.css'
import { type Filtros, searchOf } from './filtros.ts'
import { tagsOf } from './tarjeta.ts'
import { usePedidos } from './use-pedidos.ts'

/** Closed orders, newest first. With `quiet` an empty list shows nothing. */
export function ClosedList({
  title,
  estados,
  filtros,
  quiet,
}: {
  title: string
  estados: readonly Cerrado[]
  filtros: Filtros
  quiet?: boolean
}) {
  const heading = useId()
  const query = usePedidos(estados, filtros)
  const { filas, error, isPlaceholderData } = query
  if (quiet && !error && !filas?.length) return null
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={quiet ? styles.title : 'visually-hidden'}>
        {title}
      </h2>
      {error && <LoadError error={error} onRetry={retryOf(query)} />}
      {!filas && !error && <CardSkeletons label={title} />}
      {filas?.length === 0 && (
        <EmptySheet>
          <p>
            {filtros.texto
              ? 'Ningún pedido cerrado coincide con la búsqueda.'
              : 'Todavía no hay pedidos así.'}
          </p>
        </EmptySheet>
      )}
      {filas && filas.length > 0 && (
        <ul className={cx(styles.list, isPlaceholderData && styles.former)} aria-busy={isPlaceholderData}>
          {filas.map((fila) => (
            <Row key={fila.pedido_id} fila={fila} filtros={filtros} />
          ))}
        </ul>
      )}
      <VerMas query={query} className={styles.more} />
    </section>
  )
}

function Row({ fila, filtros }: { fila: PedidoFila; filtros: Filtros }) {
  return (
    <li className={styles.row}>
      <Link className={styles.numero} to={`/mostrador/pedidos/${fila.pedido_id}${searchOf(filtros)}`}>
        <span className="visually-hidden">Pedido </span>
        {fila.numero}
      </Link>
      <EstadoChip estado={fila.estado} />
      <span className={styles.cliente}>
        {fila.email || fila.nombre || fila.celular}
        <small>{count(fila.archivos, 'archivo')}</small>
      </span>
      <ul className={styles.tags} aria-label="Qué lleva">
        {tagsOf(fila).map(({ text, kind }) => (
          <li key={kind} className={cx(styles.tag, kind === 'color' && styles.color)}>
            {kind === 'envio' && <Bike size={15} aria-hidden />}
            {text}
          </li>
        ))}
      </ul>
      <span className={styles.when}>
        {formatMoment(fila.confirmado)}
        <small>{fila.sucursal}</small>
      </span>
      <b className="num">{formatPesos(fila.importe_final)}</b>
    </li>
  )
}
