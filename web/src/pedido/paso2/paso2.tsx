import { RESUMABLE_ABOVE_BYTES } from '@imprimitodo/shared/rules/archivo'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { ArrowLeft, ArrowRight, BookOpen, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/empty-sheet.tsx'
import { Navigate, useNavigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { bytesOf, cancelGrouping, isHalfSent, startGrouping } from '../archivos.ts'
import { getCarrito, updateCarrito, useCarrito, useRestored } from '../carrito.ts'
import { isQuoted } from '../cotizado.ts'
import { pesosOf, useEstimate, withAlcance } from '../estimate.ts'
import { PedidoFrame } from '../frame.tsx'
import { OldOrderNotice } from '../old-order-notice.tsx'
import { preload } from '../preload.ts'
import { SubidaProblem } from '../subida-problem.tsx'
import { SubidaStatus } from '../subida-status.tsx'
import { byArchivo } from '../subir-resultado.ts'
import { remove } from '../use-archivos.ts'
import { usePedido } from '../use-pedido.ts'
import { useSubida } from '../use-subida.ts'
import { ArchivoCard } from './archivo-card.tsx'
import styles from './paso2.module.css'

const loadGrupos = () => import('./grupos-editor.tsx')
const GruposEditor = lazy(async () => ({ default: (await loadGrupos()).GruposEditor }))

const NO_FILES = 'Subí al menos un archivo antes de continuar.'

/** Opened without files it leads to step 1; emptied while open it stays, and Next says what is missing. */
export function Paso2() {
  const [hadFiles] = useState(() => getCarrito().archivos.length > 0)
  return hadFiles ? <Opciones /> : <Navigate to="/imprimitodo" replace />
}

function Opciones() {
  const navigate = useNavigate()
  const carrito = useCarrito()
  const restored = useRestored()
  const subida = useSubida()
  const [empty, setEmpty] = useState(false)
  usePedido(carrito.pedidoId) // what its cards read
  const toolbar = useRef<HTMLDivElement>(null)
  const forward = useRef<HTMLButtonElement>(null)
  const { archivos, agrupando } = carrito
  const { progreso, resultado } = subida
  const uploading = progreso !== null
  const { problems, rest } = byArchivo(
    resultado?.kind === 'rechazado' ? resultado.archivos : carrito.imposibles,
    archivos,
  )
  const estimate = useEstimate()

  const inParts = bytesOf(archivos) > RESUMABLE_ABOVE_BYTES
  useEffect(() => preload(() => import('../paso3/paso3.tsx')), [])
  const several = archivos.length > 1
  useEffect(() => {
    if (several) preload(loadGrupos)
  }, [several])
  useEffect(() => {
    if (inParts) preload(() => Promise.all([import('../subir-partes.ts'), import('tus-js-client')]))
  }, [inParts])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a result arrives
  useEffect(() => {
    if (problems.size > 0) document.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' })
  }, [resultado])

  async function next() {
    if (archivos.length === 0) return setEmpty(true)
    if (isQuoted(carrito)) return navigate('/imprimitodo/paso3')
    const { kind } = await subida.start()
    if (kind === 'cotizado') navigate('/imprimitodo/paso3')
  }

  function removeOne(id: string) {
    const name = archivos.find((one) => one.id === id)?.name
    remove(id)
    if (name) subida.forget(name)
    toolbar.current?.focus()
  }

  return (
    <PedidoFrame>
      <div className={`wrap ${styles.page}`}>
        <div className={styles.toolbar} ref={toolbar} tabIndex={-1}>
          <div className={styles.intro}>
            <PageHeading title="¿Cómo los imprimimos?" />
            <p className="lead">
              {agrupando
                ? 'Juntá en un mismo anillado los archivos que van encuadernados juntos.'
                : 'Elegí las opciones de cada archivo. El precio exacto lo ves en el paso 3, cuando contamos las hojas.'}
            </p>
          </div>
          {several && (
            <Button
              icon={agrupando ? X : BookOpen}
              disabled={uploading}
              onClick={() => updateCarrito(agrupando ? cancelGrouping : startGrouping)}
            >
              {agrupando ? 'Cancelar agrupación' : 'Agrupar archivos'}
            </Button>
          )}
        </div>
        <OldOrderNotice />
        {archivos.length === 0 ? (
          <EmptySheet>
            <p className="lead">No queda ningún archivo.</p>
            <LinkButton to="/imprimitodo/paso1" icon={ArrowLeft}>
              Elegir archivos
            </LinkButton>
          </EmptySheet>
        ) : agrupando ? (
          <Suspense fallback={<Spinner />}>
            <GruposEditor restored={restored} disabled={uploading} problems={problems} onRemove={removeOne} />
          </Suspense>
        ) : (
          <div className={styles.cards}>
            {archivos.map((archivo) => (
              <ArchivoCard
                key={archivo.id}
                archivo={archivo}
                restored={restored}
                disabled={uploading}
                problem={problems.get(archivo.id)}
                onRemove={() => removeOne(archivo.id)}
              />
            ))}
          </div>
        )}
      </div>
      <ActionBar
        label={estimate.alcance === 'exacto' ? 'Precio' : 'Precio estimado'}
        value={withAlcance(estimate.alcance, formatPesos(pesosOf(estimate)))}
        above={
          <>
            {progreso && <SubidaStatus progreso={progreso} />}
            {!uploading && (!resultado || resultado.kind === 'cancelado') && archivos.some(isHalfSent) && (
              <Notice>La subida quedó por la mitad. Tocá «Siguiente» y seguimos desde ahí.</Notice>
            )}
            {empty && archivos.length === 0 && <Notice tone="error">{NO_FILES}</Notice>}
            <SubidaProblem
              resultado={resultado}
              rest={rest}
              pedidoId={carrito.pedidoId}
              onClose={subida.clear}
            />
          </>
        }
      >
        {uploading ? (
          <>
            <Button
              icon={X}
              onClick={() => {
                subida.cancel()
                forward.current?.focus()
              }}
            >
              Cancelar
            </Button>
            {/* Not `disabled`: the focus is here, and stays until it can be pressed again */}
            <Button ref={forward} variant="primary" aria-disabled>
              Subiendo…
            </Button>
          </>
        ) : (
          <>
            <Button icon={ArrowLeft} className={styles.back} onClick={() => navigate('/imprimitodo/paso1')}>
              <span className={styles.backText}>Volver</span>
            </Button>
            <Button ref={forward} variant="primary" iconAfter={ArrowRight} onClick={() => void next()}>
              Siguiente
            </Button>
          </>
        )}
      </ActionBar>
    </PedidoFrame>
  )
}
