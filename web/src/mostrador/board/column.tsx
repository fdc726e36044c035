import { ESTADO_TITLES } from '@imprimitodo/shared/rules/pedido'
import { cx } from '../../ui/cx.ts'
import { BusyButton } from '../busy-button.tsx'
import { retryOf } from '../retry.ts'
import styles from './board.module.css'
import { CardSkeletons } from './card-skeletons.tsx'
import type { Columna, Filtros } from './filtros.ts'
import { LoadError } from './load-error.tsx'
import { type EnCurso, PedidoCard } from './pedido-card.tsx'
import { usePedidos } from './use-pedidos.ts'

const EMPTY: Record<Columna, string> = {
  confirmado: 'Nadie está por pagar.',
  pagado: 'Nada espera producción.',
  en_produccion: 'Nada en producción.',
  listo: 'Nada para entregar.',
}

/** The orders of one state, as cards. */
export function Column({
  estado,
  filtros,
  impresion,
}: {
  estado: Columna
  filtros: Filtros
  impresion: EnCurso
}) {
  const query = usePedidos([estado], filtros)
  const { filas, error, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query
  const heading = `columna-${estado}`
  return (
    <section className={cx(styles.column, styles[estado])} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {ESTADO_TITLES[estado]}{' '}
        {filas && (
          <b>
            {filas.length}
            {hasNextPage && '+'}
          </b>
        )}
      </h2>
      <div className={styles.stack}>
        {error && <LoadError error={error} onRetry={retryOf(query)} />}
        {!filas && !error && <CardSkeletons label={ESTADO_TITLES[estado]} />}
        {filas?.length === 0 && (
          <p className={styles.empty}>{filtros.texto ? 'Ninguno coincide.' : EMPTY[estado]}</p>
        )}
        {filas && filas.length > 0 && (
          <ul className={cx(styles.cards, isPlaceholderData && styles.former)} aria-busy={isPlaceholderData}>
            {filas.map((fila) => (
              <PedidoCard key={fila.pedido_id} fila={fila} filtros={filtros} impresion={impresion} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <BusyButton
            size="medium"
            wide
            isBusy={isFetchingNextPage}
            busyText="Cargando…"
            about={` de ${ESTADO_TITLES[estado]}`}
            onClick={() => void fetchNextPage()}
          >
            Ver más
          </BusyButton>
        )}
      </div>
    </section>
  )
}
