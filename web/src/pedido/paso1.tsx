import { isPdfName } from '@imprimitodo/shared/rules/archivo'
import { formatPercent, toPesos } from '@imprimitodo/shared/rules/dinero'
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/entrega'
import { importeFinal, SIN_PRECIOS } from '@imprimitodo/shared/rules/precio'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, LockKeyhole } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { configQuery, preciosQuery } from '../api/queries.ts'
import { ActionBar } from '../ui/action-bar.tsx'
import { Button, TextButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { useNavigate } from '../ui/link.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useLive } from '../ui/use-live.ts'
import { AddMessages } from './add-messages.tsx'
import { ArchivoRow } from './archivo-row.tsx'
import { dropInvalid } from './archivos.ts'
import { getCarrito, updateCarrito, useCarrito, useRestored } from './carrito.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { DropZone } from './drop-zone.tsx'
import { isUnprintable, useEstimate } from './estimate.ts'
import { PedidoFrame } from './frame.tsx'
import { HowTo } from './how-to.tsx'
import { useLecturasOf } from './lectura/lectura.ts'
import { Monto } from './monto.tsx'
import { isFoto } from './no-pdf.ts'
import { OldOrderNotice } from './old-order-notice.tsx'
import styles from './paso1.module.css'
import { preload } from './preload.ts'
import { PriceTable } from './price-table.tsx'
import { SubidaStatus } from './subida-status.tsx'
import { remove, useArchivos } from './use-archivos.ts'
import { useFotos } from './use-fotos.tsx'

const NO_FILES = 'Por favor, sube al menos un archivo antes de continuar.'
const INVALID_FILES =
  'Archivo inválido - Solo se permiten archivos PDF. Se eliminarán los archivos no válidos.'

type Problem = { text: string; names: string[] }

/** The last files that were listed: the first ones, more of them, or one in the place of another. */
type Came = { ids: string[]; how: 'first' | 'more' | 'instead' }

export function Paso1() {
  const navigate = useNavigate()
  const { archivos } = useCarrito()
  const restored = useRestored()
  const { add, replace, messages, clearMessages } = useArchivos()
  const [came, setCame] = useState<Came>({ ids: [], how: 'first' })
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
  // index.html hid what moves where a half-made order has files
  const isLive = useLive()
  useLayoutEffect(() => {
    if (isLive) document.documentElement.removeAttribute('data-con-archivos')
  }, [isLive])

  const list = useRef<HTMLUListElement>(null)
  // After a pick the list is what one sees: its heading, and of what is added later the first
  useEffect(() => {
    const [id] = came.ids
    if (!id) return
    // Nothing is returned: in a new Chrome scrolling answers a promise, and React would call it as a cleanup
    const row = list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)
    // The button that chose it is gone
    if (came.how === 'instead') row?.focus({ preventScroll: true })
    if (came.how === 'first') {
      listHeading.current?.focus({ preventScroll: true })
      listHeading.current?.scrollIntoView({ block: 'nearest' })
    } else {
      row?.scrollIntoView({ block: 'nearest' })
    }
  }, [came])

  function take(files: File[]) {
    setProblem(null)
    const how = getCarrito().archivos.length === 0 ? 'first' : 'more'
    setCame({ ids: add(files), how })
  }

  function takeInstead(id: string, file: File) {
    setProblem(null)
    const fresh = replace(id, file)
    if (fresh) setCame({ ids: [fresh], how: 'instead' })
  }

  /** In the place of the first of its pictures; the others are in it, and go. */
  function takePdf(pdf: File, [first, ...others]: string[]) {
    if (!first) return
    for (const id of others) remove(id)
    takeInstead(first, pdf)
  }
  const { convert, dialog } = useFotos(archivos, {
    onDone: takePdf,
    onProblem: (text) => setProblem({ text, names: [] }),
  })
  function takeFotos(files: File[]) {
    take(files)
    if (files.some(isFoto)) convert()
  }

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
        <div className={cx(styles.head, hasSome && styles.compact)}>
          {descuentoCompra > 0 ? (
            <PageHeading title="Empezá tu pedido">
              <mark>{formatPercent(descuentoCompra)}% off</mark> por pedir desde la web
            </PageHeading>
          ) : (
            <PageHeading title="Empezá tu pedido" />
          )}
          {!hasSome && (
            <p className={`lead ${styles.lead}`}>
              Sin filas ni demoras: usá nuestro servicio de impresión desde tu casa.
            </p>
          )}
          <OldOrderNotice />
        </div>
        <div className={styles.files}>
          <AddMessages messages={messages} onClose={clearMessages} />
          {hasSome && (
            <section className={styles.listed} aria-labelledby="tus-archivos">
              <div className={styles.listHead}>
                <h2 id="tus-archivos" ref={listHeading} tabIndex={-1}>
                  Tus archivos
                </h2>
                <Counts />
              </div>
              <Waiting />
              <ul className={styles.list} ref={list}>
                {archivos.map((archivo) => (
                  <ArchivoRow
                    key={archivo.id}
                    archivo={archivo}
                    restored={restored}
                    onReplace={(file) => takeInstead(archivo.id, file)}
                    onConvert={convert}
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
          {/* Also without a list: an element that comes with its text is not read out */}
          <p className="visually-hidden" role="status">
            {cameText(came, archivos)}
          </p>
          {sinPrecios ? (
            <Notice tone="warning">{SIN_PRECIOS}</Notice>
          ) : (
            <DropZone more={hasSome} onFiles={take} onFotos={takeFotos} />
          )}
          <Retention />
        </div>
        <div className={styles.howTo}>
          <HowTo />
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
        <Button variant={hasSome ? 'primary' : 'secondary'} iconAfter={ArrowRight} onClick={next}>
          Siguiente
        </Button>
      </ActionBar>
      {dialog}
    </PedidoFrame>
  )
}

/** Read out. With how many there are now: the same words twice are not read a second time. */
function cameText({ ids: [id, ...others], how }: Came, archivos: readonly ArchivoCarrito[]): string {
  const name = archivos.find((one) => one.id === id)?.name
  if (!name) return ''
  if (how === 'instead') return `Ahora está «${name}»`
  const added = others.length === 0 ? '1 archivo agregado' : `${others.length + 1} archivos agregados`
  return `${added}, ${archivos.length} en total`
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

const WORDS = ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco', 'Seis', 'Siete', 'Ocho', 'Nueve', 'Diez']

/** Leads to the first that cannot be printed as it is. */
function Waiting() {
  const { archivos } = useCarrito()
  const count = archivos.length - useReady()
  if (count === 0) return null
  const see = () => {
    const first = document.querySelector<HTMLElement>('[data-espera]')
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }
  return (
    <Notice
      tone="warning"
      still
      className={styles.waiting}
      action={<TextButton onClick={see}>{count === 1 ? 'Verlo' : 'Verlos'}</TextButton>}
    >
      {count === 1 ? 'Uno no sale así como está.' : `${WORDS[count - 1] ?? count} no salen así como están.`}
    </Notice>
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
