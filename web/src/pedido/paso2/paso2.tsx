import type { Grupo } from '@imprimitodo/shared/rules/archivo'
import { formatPercent } from '@imprimitodo/shared/rules/dinero'
import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/entrega'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/grupo'
import { count } from '@imprimitodo/shared/rules/resumen'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Undo2, X } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { configQuery } from '../../api/queries.ts'
import { ActionBar } from '../../ui/action-bar.tsx'
import { Button, LinkButton, TextButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/empty-sheet.tsx'
import { Importe } from '../../ui/importe.tsx'
import { Navigate, useNavigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { focusRangoProblem } from '../../ui/rango.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { cancelGrouping } from '../archivos.ts'
import { getCarrito, updateCarrito, useCarrito, useRestored } from '../carrito.ts'
import { isQuoted } from '../cotizado.ts'
import { pesosOf, useEstimate } from '../estimate.ts'
import { PedidoFrame } from '../frame.tsx'
import { bindTogether } from '../grupos.ts'
import { OldOrderNotice } from '../old-order-notice.tsx'
import { preload } from '../preload.ts'
import { SubidaProblem } from '../subida-problem.tsx'
import { SubidaStatus } from '../subida-status.tsx'
import { byArchivo } from '../subir-resultado.ts'
import { remove } from '../use-archivos.ts'
import { useSubida } from '../use-subida.ts'
import { ElegidosBar } from './elegidos-bar.tsx'
import { Lista } from './lista.tsx'
import styles from './paso2.module.css'
import { useDeshacer } from './use-deshacer.ts'
import { useLeidos } from './use-leidos.ts'

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
  const [ticked, setTicked] = useState<readonly string[]>([])
  const { data: config = FALLBACK_DELIVERY } = useQuery(configQuery)
  const files = useLeidos(carrito)
  const deshacer = useDeshacer(carrito)
  const toolbar = useRef<HTMLDivElement>(null)
  const forward = useRef<HTMLButtonElement>(null)
  const { archivos, agrupando } = carrito
  const { enviando: uploading, resultado } = subida
  const { problems, rest } = byArchivo(
    resultado?.kind === 'rechazado' ? resultado.archivos : carrito.imposibles,
    archivos,
  )
  const estimate = useEstimate()
  const several = archivos.length > 1
  const elegidos =
    agrupando && !uploading
      ? ticked.filter((id) => archivos.some((one) => one.id === id && one.grupo === 'default'))
      : []

  useEffect(() => preload(() => import('../paso3/paso3.tsx')), [])
  useEffect(() => {
    if (several) preload(loadGrupos)
  }, [several])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a result arrives
  useEffect(() => {
    if (problems.size > 0) document.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' })
  }, [resultado])

  async function next() {
    if (archivos.length === 0) return setEmpty(true)
    if (focusRangoProblem()) return
    if (isQuoted(carrito)) return navigate('/imprimitodo/paso3')
    const { kind } = await subida.start()
    if (kind === 'cotizado') navigate('/imprimitodo/paso3')
  }

  const { forget } = subida
  // The same function each time: a line is drawn again when its own file changed
  const latest = useRef({ archivos, forget })
  latest.current = { archivos, forget }
  const removeOne = useCallback((id: string) => {
    const name = latest.current.archivos.find((one) => one.id === id)?.name
    remove(id)
    if (name) latest.current.forget(name)
    toolbar.current?.focus()
  }, [])
  const tick = (id: string) =>
    setTicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))

  function bind(grupo: Grupo) {
    const { carrito: bound, notice } = bindTogether(getCarrito(), elegidos, grupo)
    deshacer.change(bound, notice ?? `${count(elegidos.length, 'archivo')} en el ${GRUPO_TITLES[grupo]}.`)
    setTicked([])
    document.querySelector(`[aria-label="${GRUPO_TITLES[grupo]}"]`)?.scrollIntoView({ block: 'nearest' })
    toolbar.current?.focus({ preventScroll: true })
  }

  const { total } = files.precios
  const told = (
    <>
      <SubidaStatus enviando={uploading} told={resultado?.kind === 'falla'} />
      {!uploading && deshacer.text && (
        <Notice
          action={
            <TextButton icon={Undo2} onClick={deshacer.undo}>
              Deshacer
            </TextButton>
          }
        >
          {deshacer.text}
        </Notice>
      )}
    </>
  )
  return (
    <PedidoFrame>
      <div className={`wrap ${styles.page}`}>
        <div className={styles.toolbar} ref={toolbar} tabIndex={-1}>
          <PageHeading
            title={
              agrupando
                ? '¿Qué va junto?'
                : archivos.length === 1
                  ? '¿Cómo lo imprimimos?'
                  : '¿Cómo los imprimimos?'
            }
          />
          {agrupando && (
            <TextButton disabled={uploading} onClick={() => updateCarrito(cancelGrouping)}>
              Cancelar agrupación
            </TextButton>
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
            <GruposEditor
              restored={restored}
              disabled={uploading}
              problems={problems}
              leidos={files.leidos}
              precios={files.precios}
              tarifas={files.tarifas}
              avisosOf={files.avisosOf}
              elegidos={elegidos}
              onElegir={tick}
              onMoved={deshacer.change}
              onRemove={removeOne}
            />
          </Suspense>
        ) : (
          <Lista
            archivos={archivos}
            files={files}
            restored={restored}
            disabled={uploading}
            problems={problems}
            onTodos={deshacer.change}
            onRemove={removeOne}
          />
        )}
      </div>
      {elegidos.length > 0 ? (
        <ElegidosBar
          carrito={carrito}
          elegidos={elegidos}
          priceOf={files.priceOf}
          above={told}
          onBind={bind}
          onClear={() => {
            setTicked([])
            toolbar.current?.focus({ preventScroll: true })
          }}
        />
      ) : (
        <ActionBar
          label={estimate.alcance === 'exacto' ? (total ? null : 'Precio') : 'Precio estimado'}
          value={
            <>
              {estimate.alcance !== 'exacto' && `${estimate.alcance} `}
              <Importe pesos={pesosOf(estimate)} />
            </>
          }
          note={
            total &&
            [
              count(total.hojas, 'hoja'),
              config.descuentoCompra > 0 && `${formatPercent(config.descuentoCompra)}% off al pagar`,
            ]
              .filter(Boolean)
              .join(' · ')
          }
          above={
            <>
              {told}
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
      )}
    </PedidoFrame>
  )
}
