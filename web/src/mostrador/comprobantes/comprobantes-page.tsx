import type { FacturaFila } from '@imprimitodo/shared/api/facturas'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Link } from '../../ui/link.tsx'
import { AskFactura, FACTURA_TITLES, FacturaPdf, facturaTitle } from '../factura.tsx'
import { Heading } from '../layout/heading.tsx'
import styles from '../layout/lista.module.css'
import { Paginas } from '../layout/paginas.tsx'
import { Subnav } from '../layout/subnav.tsx'
import { comprobantesKey } from '../queries.ts'
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
/** Vouchers: issued ones, waiting or refused ones, and sales without one. */
export function ComprobantesPage() {
  const [cuales, setCuales] = useState<Cuales>('emitidas')
  const query = useInfiniteQuery({
    queryKey: [...comprobantesKey, cuales],
    queryFn: ({ pageParam, signal }) =>
      dataOf(ask('GET /api/mostrador/facturas', { query: { cuales, cursor: pageParam }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ siguiente }) => siguiente,
  })
  const filas = query.data?.pages.flatMap(({ facturas }) => facturas)
  return (
    <div className={styles.page}>
      <Subnav />
      <Heading title="Comprobantes" />
      <Segmented label="Qué comprobantes" options={CUALES} value={cuales} onChange={setCuales} />
      <Paginas query={query} filas={filas} loading="Cargando los comprobantes…" empty={EMPTY[cuales]}>
        {(fila) => <Item key={fila.id ?? fila.pedido_id} fila={fila} />}
      </Paginas>
    </div>
  )
}

function Item({ fila }: { fila: FacturaFila }) {
  const { pedido_id, pedido_numero, estado, nombre, cuit, importe, observaciones, url_pdf } = fila
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <p>
          <b>{estado === 'sin_comprobante' ? `Pedido ${pedido_numero}` : facturaTitle(fila)}</b> ·{' '}
          {FACTURA_TITLES[estado]}
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
        <FacturaPdf fila={fila} url={url_pdf} />
      ) : (
        <AskFactura pedido_id={pedido_id} pedido_numero={pedido_numero} id={fila.id} />
      )}
    </li>
  )
}
