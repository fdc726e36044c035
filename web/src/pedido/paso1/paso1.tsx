import { formatPercent } from '@imprimitodo/shared/rules/base/dinero'
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/compra/entrega'
import { SIN_PRECIOS } from '@imprimitodo/shared/rules/compra/precio'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { configQuery, preciosQuery } from '../../api/queries.ts'
import { Calculadora } from '../../parts/calculadora.tsx'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useNavigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useLive } from '../../ui/state/use-live.ts'
import { useCarrito, useRestored } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { OldOrderNotice } from '../carrito/old-order-notice.tsx'
import { remove } from '../carrito/use-archivos.ts'
import { PedidoFrame } from '../frame.tsx'
import { preload } from '../preload.ts'
import { SubidaAvance, SubidaStatus } from '../subida/subida-status.tsx'
import { Total } from '../total.tsx'
import { AddMessages } from './add-messages.tsx'
import { DropZone } from './drop-zone.tsx'
import { HowTo } from './how-to.tsx'
import { Listados } from './listados.tsx'
import styles from './paso1.module.css'
import { Counts, Note, Retention, Unprintable, Waiting } from './paso1-partes.tsx'
import { PriceTable, usePorHoja } from './price-table.tsx'
import { type Came, useLista } from './use-lista.ts'

export function Paso1() {
  const navigate = useNavigate()
  const { archivos } = useCarrito()
  const restored = useRestored()
  const lista = useLista()
  const { came, problem, clearProblem } = lista
  const listHeading = useRef<HTMLHeadingElement>(null)
  const { data: config = FALLBACK_DELIVERY } = useQuery(configQuery)
  const { descuentoCompra } = config
  const precios = useQuery(preciosQuery).data
  const porHoja = usePorHoja()
  const sinPrecios = precios !== undefined && !precios.byn

  const hasSome = archivos.length > 0
  useEffect(() => {
    if (hasSome) preload(() => import('../paso2/paso2.tsx'))
  }, [hasSome])
  // app/first.ts hid the parts that move when a half-made order has files
  const isLive = useLive()
  useLayoutEffect(() => {
    if (isLive) document.documentElement.removeAttribute('data-con-archivos')
  }, [isLive])

  const next = () => lista.check(sinPrecios) && navigate('/imprimitodo/paso2')
  const told = cameText(came, archivos)
  const priced = sinPrecios ? '—' : <Total descuento={descuentoCompra} />
  return (
    <PedidoFrame>
      <div className={`wrap ${styles.layout}`}>
        <div className={cx(styles.head, hasSome && styles.compact)}>
          {descuentoCompra > 0 ? (
            <PageHeading title={RUTAS['/imprimitodo'].head.titulo}>
              <mark>{formatPercent(descuentoCompra)}% off</mark> por pedir desde la web
            </PageHeading>
          ) : (
            <PageHeading title={RUTAS['/imprimitodo'].head.titulo} />
          )}
          {!hasSome && (
            <p className={`lead ${styles.lead}`}>
              Sin filas ni demoras: usá nuestro servicio de impresión desde tu casa.
            </p>
          )}
          <OldOrderNotice />
        </div>
        <div className={styles.files}>
          {lista.question}
          <AddMessages
            messages={lista.messages}
            onReplace={lista.takeInstead}
            onClose={lista.clearMessages}
          />
          {hasSome && (
            <section aria-labelledby="tus-archivos">
              <div className={styles.listHead}>
                <h2 id="tus-archivos" ref={listHeading} tabIndex={-1}>
                  Tus archivos
                </h2>
                <Counts />
              </div>
              <Waiting />
              <Listados
                archivos={archivos}
                came={came}
                restored={restored}
                heading={listHeading}
                onReplace={lista.takeInstead}
                onConvert={lista.convert}
                onRemove={(id) => {
                  clearProblem()
                  remove(id)
                }}
              />
            </section>
          )}
          {/* Also without a list: screen readers ignore a live region that is inserted with its text */}
          <p className="visually-hidden" role="status">
            {told}
            {told && <Unprintable came={came} />}
          </p>
          {sinPrecios ? (
            <Notice tone="warning">{SIN_PRECIOS}</Notice>
          ) : (
            <DropZone more={hasSome} onFiles={lista.take} onFotos={lista.takeFotos} />
          )}
          <Retention />
        </div>
        <div className={styles.howTo}>
          <HowTo />
        </div>
        <div className={styles.prices}>
          {hasSome ? (
            <PriceTable descuento={descuentoCompra} />
          ) : (
            <Calculadora>
              <details className={styles.perSheet}>
                <summary>{porHoja}</summary>
                <PriceTable descuento={descuentoCompra} />
              </details>
            </Calculadora>
          )}
        </div>
      </div>
      <ActionBar
        label={hasSome && 'Precio'}
        value={hasSome ? priced : '0 archivos'}
        note={hasSome && <Note descuento={descuentoCompra} />}
        over={<SubidaAvance />}
        above={
          <>
            <SubidaStatus />
            {problem && (
              <Notice tone="error" onClose={clearProblem}>
                <p>{problem.text}</p>
                {problem.names.length > 0 && <p className={styles.names}>{problem.names.join(', ')}</p>}
              </Notice>
            )}
          </>
        }
      >
        <Button variant={hasSome ? 'primary' : 'secondary'} iconAfter={ArrowRight} onClick={next}>
          Siguiente
        </Button>
      </ActionBar>
      {lista.dialog}
    </PedidoFrame>
  )
}

/** The announcement. With the new number of files, since the same words are not announced twice. */
function cameText({ ids: [id, ...others], how }: Came, archivos: readonly ArchivoCarrito[]): string {
  const name = archivos.find((one) => one.id === id)?.name
  if (!name) return ''
  if (how === 'instead') return `Ahora está «${name}»`
  const added = others.length === 0 ? '1 archivo agregado' : `${others.length + 1} archivos agregados`
  return `${added}, ${archivos.length} en total`
}
