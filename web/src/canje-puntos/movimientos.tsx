import { count, writeAmount } from '@imprimitodo/shared/rules/base/cantidad'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice/notice.tsx'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { retryOf, VerMas } from '../ui/ver-mas.tsx'
import styles from './movimientos.module.css'
import type { useMovimientos } from './queries.ts'

type Props = { movimientos: ReturnType<typeof useMovimientos> }

const signed = new Intl.NumberFormat('es-AR', { signDisplay: 'exceptZero' })

/**
 * The debt of points that a refund took although they were spent already. For most customers there is none,
 * and nothing is shown.
 */
export function Deuda({ movimientos: { data } }: Props) {
  const deuda = data?.pages[0]?.deuda ?? 0
  if (deuda === 0) return null
  return (
    <Notice tone="warning">
      <b>Debés {count(deuda, 'punto')} de una compra que te devolvimos</b> y cuyos puntos ya habías usado. Los
      próximos puntos que sumes pagan eso primero; después tu saldo vuelve a crecer.
    </Notice>
  )
}

/** The ledger of points, newest first. */
export function MovimientosDePuntos({ movimientos: query }: Props) {
  const { data, error, isFetching } = query
  const movimientos = data?.pages.flatMap((page) => page.movimientos)
  return (
    <section className={styles.section} aria-labelledby="movimientos">
      <h2 id="movimientos">Historia de tus puntos</h2>
      {error && (
        <RetryNotice isBusy={isFetching} retry={retryOf(query)}>
          No pudimos cargar la historia de tus puntos.
        </RetryNotice>
      )}
      {!movimientos && !error && <Spinner label="Buscando tus movimientos…" visible />}
      {movimientos?.length === 0 && (
        <p className="muted">Todavía no hay movimientos: tu primera compra te da puntos.</p>
      )}
      {movimientos && movimientos.length > 0 && (
        <ul className={styles.list}>
          {movimientos.map(({ id, cuando, puntos, motivo, saldo }) => (
            <li key={id}>
              <time dateTime={cuando}>{formatDay(cuando)}</time>
              <span className={styles.why}>{motivo}</span>
              <b className={cx(styles.puntos, puntos > 0 && styles.in)}>{signed.format(puntos)}</b>
              <span className={styles.saldo}>Saldo: {writeAmount(saldo)}</span>
            </li>
          ))}
        </ul>
      )}
      <VerMas query={query} what="movimientos" className={styles.more} />
    </section>
  )
}
