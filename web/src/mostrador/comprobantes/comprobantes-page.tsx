import type { FacturaFila } from '@imprimitodo/shared/api/facturas'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/fecha'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, FilePlus, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { ExternalButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/empty-sheet.tsx'
import { Link } from '../../ui/link.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { LoadError } from '../board/load-error.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Heading } from '../layout/heading.tsx'
import styles from '../layout/lista.module.css'
import { Subnav } from '../layout/subnav.tsx'
import { ask } from '../session/ask.ts'

type Cuales = 'emitidas' | 'abiertas' | 'sin_comprobante'
const CUALES: readonly { value: Cuales; label: string }[] = [
  { value: 'emitidas', label: 'Emitidos' },
  { value: 'abiertas', label: 'Por resolver' },
  { value: 'sin_comprobante', label: 'Sin comprobante' },
]
const EMPTY: Record<Cuales, string> = {
  emitidas: 'Todavía no se emitió ningún comprobante.',
  abiertas: 'No hay comprobantes por resolver.',
  sin_comprobante: 'Todas las ventas tienen su comprobante.',
}
const ESTADOS: Record<FacturaFila['estado'], string> = {
  sin_comprobante: 'Sin comprobante',
  pendiente: 'En espera',
  pidiendo: 'Esperando a ARCA',
  emitida: 'Emitido',
  rechazada: 'Rechazado',
}

/** Vouchers: what was issued, what waits or was refused, and what was sold without one. */
export function ComprobantesPage() {
  const [cuales, setCuales] = useState<Cuales>('emitidas')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['comprobantes', cuales],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        ask('GET /api/mostrador/facturas', {
          query: { cuales, ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ siguiente }) => siguiente,
  })
  const filas = data?.pages.flatMap(({ facturas }) => facturas)
  return (
    <div className={styles.page}>
      <Subnav />
      <Heading title="Comprobantes" />
      <Segmented label="Qué comprobantes" options={CUALES} value={cuales} onChange={setCuales} />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!filas && !error && <Spinner label="Cargando los comprobantes…" visible />}
      {filas?.length === 0 && (
        <EmptySheet>
          <p>{EMPTY[cuales]}</p>
        </EmptySheet>
      )}
      {filas && filas.length > 0 && (
        <ul className={styles.list}>
          {filas.map((fila) => (
            <Item key={fila.id ?? fila.pedido_id} fila={fila} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <BusyButton isBusy={isFetchingNextPage} busyText="Cargando…" onClick={() => void fetchNextPage()}>
          Ver más
        </BusyButton>
      )}
    </div>
  )
}

function Item({ fila }: { fila: FacturaFila }) {
  const { pedido_id, pedido_numero, estado, comprobante, nombre, cuit, importe, observaciones, url_pdf } =
    fila
  const title = comprobante ?? (fila.clase === 'nota_credito' ? 'Nota de crédito' : 'Factura')
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <p>
          <b>{estado === 'sin_comprobante' ? `Pedido ${pedido_numero}` : title}</b> · {ESTADOS[estado]}
        </p>
        <p className="muted">
          {estado !== 'sin_comprobante' && (
            <>
              <Link to={`/mostrador/pedidos/${pedido_id}`}>Pedido {pedido_numero}</Link>
              {' · '}
              {nombre || 'Consumidor final'}
              {cuit && ` (${cuit})`}
              {' · '}
            </>
          )}
          {formatMoment(fila.cuando)}
          {fila.cae && ` · CAE ${fila.cae}`}
        </p>
        {observaciones.length > 0 && <p className={styles.problem}>{observaciones.join(' ')}</p>}
      </div>
      <b className="num">{formatPesos(importe)}</b>
      {url_pdf ? (
        <ExternalButton size="medium" icon={Download} href={url_pdf} target="_blank" rel="noopener">
          PDF<span className="visually-hidden"> de {title} (se abre en otra pestaña)</span>
        </ExternalButton>
      ) : (
        <Pedir fila={fila} />
      )}
    </li>
  )
}

/** Makes one, or asks for it again: ARCA answers when it can, so it may still wait afterwards. */
function Pedir({ fila: { id, pedido_id, pedido_numero } }: { fila: FacturaFila }) {
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    networkMode: 'always', // offline it must fail now, not happen by itself later
    mutationFn: () =>
      id === null
        ? ask('POST /api/mostrador/pedidos/:pedido_id/facturar', { params: { pedido_id } })
        : ask('POST /api/mostrador/facturas/:id/reintentar', { params: { id } }),
    onSuccess: (answer) => {
      if (answer.ok) showToast(`Pedido ${pedido_numero}: comprobante pedido.`)
      else if (answer.status !== 401)
        showToast(`Pedido ${pedido_numero}: ${answer.errores ?? 'no se pudo pedir el comprobante.'}`, {
          tone: 'error',
        })
    },
    onError: () =>
      showToast(`Pedido ${pedido_numero}: no hay conexión, no se pidió nada.`, { tone: 'error' }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['comprobantes'] }),
  })
  return (
    <BusyButton
      size="medium"
      icon={id === null ? FilePlus : RotateCw}
      isBusy={isPending}
      busyText="Pidiendo…"
      about={` (pedido ${pedido_numero})`}
      onClick={() => mutate()}
    >
      {id === null ? 'Hacer comprobante' : 'Reintentar'}
    </BusyButton>
  )
}
