import { isPdfName } from '@imprimitodo/shared/rules/archivo'
import { formatPercent, toPesos } from '@imprimitodo/shared/rules/dinero'
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/entrega'
import { importeFinal, SIN_PRECIOS } from '@imprimitodo/shared/rules/precio'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { configQuery, preciosQuery } from '../api/queries.ts'
import { ActionBar } from '../ui/action-bar.tsx'
import { Button } from '../ui/button.tsx'
import { useNavigate } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { AddMessages } from './add-messages.tsx'
import { ArchivoRow } from './archivo-row.tsx'
import { dropInvalid } from './archivos.ts'
import { updateCarrito, useCarrito, useRestored } from './carrito.ts'
import { DropZone } from './drop-zone.tsx'
import { isUnprintable, useEstimate } from './estimate.ts'
import { PedidoFrame } from './frame.tsx'
import { HowTo } from './how-to.tsx'
import { useLecturasOf } from './lectura/lectura.ts'
import { Monto } from './monto.tsx'
import { OldOrderNotice } from './old-order-notice.tsx'
import styles from './paso1.module.css'
import { preload } from './preload.ts'
import { PriceTable } from './price-table.tsx'
import { SubidaStatus } from './subida-status.tsx'
import { remove, useArchivos } from './use-archivos.ts'

const NO_FILES = 'Por favor, sube al menos un archivo antes de continuar.'
const INVALID_FILES =
  'Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.'

type Problem = { text: string; names: string[] }

export function Paso1() {
  const navigate = useNavigate()
  const { archivos } = useCarrito()
  const restored = useRestored()
  const { add, messages, clearMessages } = useArchivos()
  const [problem, setProblem] = useState<Problem | null>(null)
  const listHeading = useRef<HTMLHeadingElement>(null)
  const { data: config = FALLBACK_DELIVERY } = useQuery(configQuery)
  const { descuentoCompra } = config
  const precios = useQuery(preciosQuery).data
  const sinPrecios = precios !== undefined && !precios.byn

  const hasSome = archivos.length > 0
  useEffect(() => {
    if (hasSome) preload(() => import('./paso2/paso2.tsx'))
  }, [hasSome])

  function next() {
    clearMessages()
    const invalid = archivos.filter(({ name }) => !isPdfName(name))
    if (sinPrecios) return setProblem({ text: SIN_PRECIOS, names: [] })
    if (!hasSome) return setProblem({ text: NO_FILES, names: [] })
    if (invalid.length > 0) {
      updateCarrito(dropInvalid)
      return setProblem({ text: INVALID_FILES, names: invalid.map(({ name }) => name) })
    }
    navigate('/imprimitodo/paso2')
  }

  const priced = sinPrecios ? '—' : <Total descuento={descuentoCompra} />
  return (
    <PedidoFrame>
      <div className={`wrap ${styles.layout}`}>
        <div className={styles.head}>
          {descuentoCompra > 0 ? (
            <PageHeading title="Empezá tu pedido">
              <mark>{formatPercent(descuentoCompra)}% off</mark> por pedir desde la web
            </PageHeading>
          ) : (
            <PageHeading title="Empezá tu pedido" />
          )}
          <p className="lead">Sin filas ni demoras: usá nuestro servicio de impresión desde tu casa.</p>
          <OldOrderNotice />
        </div>
        <div className={styles.howTo}>
          <HowTo />
        </div>
        <div className={styles.files}>
          {sinPrecios ? (
            <Notice tone="warning">{SIN_PRECIOS}</Notice>
          ) : (
            <DropZone
              onFiles={(files) => {
                setProblem(null)
                add(files)
              }}
            />
          )}
          <AddMessages messages={messages} onClose={clearMessages} />
          {hasSome && (
            <section className={styles.listed} aria-labelledby="tus-archivos">
              <div className={styles.listHead}>
                <h2 id="tus-archivos" ref={listHeading} tabIndex={-1}>
                  Tus archivos
                </h2>
                <Counts />
              </div>
              <ul className={styles.list}>
                {archivos.map((archivo) => (
                  <ArchivoRow
                    key={archivo.id}
                    archivo={archivo}
                    restored={restored}
                    onReplace={(files) => {
                      remove(archivo.id)
                      add(files)
                    }}
                    onRemove={() => {
                      setProblem(null)
                      remove(archivo.id)
                      // With the last one the list goes too
                      const next =
                        archivos.length > 1 ? listHeading.current : document.getElementById('contenido')
                      next?.focus({ preventScroll: true })
                    }}
                  />
                ))}
              </ul>
            </section>
          )}
          <Retention />
        </div>
        <div className={styles.prices}>
          <PriceTable descuento={descuentoCompra} />
        </div>
      </div>
      <ActionBar
        label={hasSome && 'Precio'}
        value={hasSome ? priced : '0 archivos'}
        note={hasSome && <Note descuento={descuentoCompra} />}
        above={
          <>
            <SubidaStatus />
            {problem && (
              <Notice tone="error" onClose={() => setProblem(null)}>
                <p>{problem.text}</p>
                {problem.names.length > 0 && <p className={styles.names}>{problem.names.join(', ')}</p>}
              </Notice>
            )}
          </>
        }
      >
        <Button variant="primary" iconAfter={ArrowRight} onClick={next}>
          Siguiente
        </Button>
      </ActionBar>
    </PedidoFrame>
  )
}

/** How many can be printed as they are, and how many wait for something. */
function Counts() {
  const ready = useReady()
  const wait = useCarrito().archivos.length - ready
  if (wait === 0) return null
  return (
    <p className={styles.counts}>
      {ready === 1 ? '1 listo' : `${ready} listos`} · {wait === 1 ? '1 espera' : `${wait} esperan`}
    </p>
  )
}

function useReady(): number {
  const { archivos } = useCarrito()
  return useLecturasOf((all) => archivos.filter((one) => !isUnprintable(one, all.get(one.id))).length)
}

/** After what the web takes off: codes and points come later. What a file costs at least is told whole. */
function Total({ descuento }: { descuento: number }) {
  const { alcance, impresion, anillado } = useEstimate()
  const { importe_final } = importeFinal(
    { total_impresion: impresion, total_anillado: anillado },
    alcance === 'desde' ? 0 : descuento,
  )
  return <Monto alcance={alcance} pesos={toPesos(importe_final)} />
}

function Note({ descuento }: { descuento: number }) {
  const ready = useReady()
  const { alcance } = useEstimate()
  const files = ready === 1 ? '1 archivo' : `${ready} archivos`
  return descuento > 0 && alcance !== 'desde' ? `${files}, con el ${formatPercent(descuento)}% off` : files
}

/** How long files are kept, as the owner set it. */
function Retention() {
  const { data } = useQuery(preciosQuery)
  return (
    <p className={styles.retention}>
      <LockKeyhole size={20} strokeWidth={2.4} aria-hidden />
      <span>
        Tus archivos los ve solo la sucursal que imprime.
        {data &&
          ` Los borramos ${data.retencion_dias === 1 ? 'un día' : `${data.retencion_dias} días`} después de la entrega.`}
      </span>
    </p>
  )
}
