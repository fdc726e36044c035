import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { Grupo } from '@imprimitodo/shared/rules/compra/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { ArrowLeft, Undo2 } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useTransition } from 'react'
import { flushSync } from 'react-dom'
import { byArchivo } from '../../api/upload/upload-result.ts'
import { LinkButton, TextButton } from '../../ui/button.tsx'
import { focusRangoProblem } from '../../ui/form/rango.tsx'
import { Navigate, useNavigate } from '../../ui/link.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { cancelGrouping } from '../carrito/archivos.ts'
import { getCarrito, useCarrito, useRestored } from '../carrito/carrito.ts'
import type { Carrito } from '../carrito/carrito-state.ts'
import { isQuoted } from '../carrito/cotizado.ts'
import { bindTogether, type Moved } from '../carrito/grupos.ts'
import { OldOrderNotice } from '../carrito/old-order-notice.tsx'
import { remove } from '../carrito/use-archivos.ts'
import { PedidoFrame } from '../frame.tsx'
import { preload } from '../preload.ts'
import { SubidaProblem } from '../subida/subida-problem.tsx'
import { SubidaStatus } from '../subida/subida-status.tsx'
import { useSubida } from '../subida/use-subida.ts'
import { Barra } from './barra.tsx'
import { ElegidosBar } from './elegidos-bar.tsx'
import { HojasCambiadas } from './hojas-cambiadas.tsx'
import { ListaDeArchivos } from './lista.tsx'
import styles from './paso2.module.css'
import { useElegidos } from './use-elegidos.ts'
import { useLeidos } from './use-leidos.ts'
import { useUndo } from './use-undo.ts'

const loadGrupos = () => import('./grupos-editor.tsx')
const GruposEditor = lazy(async () => ({ default: (await loadGrupos()).GruposEditor }))

const NO_FILES = 'Subí al menos un archivo antes de continuar.'

/** Focuses the question at the head of a volume on two papers. */
function focusHojasDistintas(): boolean {
  const head = document.querySelector<HTMLElement>('[data-hojas-distintas]')
  head?.querySelector('input')?.focus()
  head?.scrollIntoView({ block: 'center' })
  return head !== null
}

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
  const [isEmpty, setEmpty] = useState(false)
  const files = useLeidos(carrito)
  const undo = useUndo(carrito)
  const ticks = useElegidos(carrito)
  const { archivos, agrupando } = carrito
  const { resultado } = subida
  // Until the next screen is loaded nothing moves on this one
  const [isLeaving, startLeaving] = useTransition()
  const isUploading = subida.enviando || isLeaving
  const { toolbar, focusTop, backToList } = useFocusTop(agrupando)
  const { problems, rest } = byArchivo(
    resultado?.kind === 'rechazado' ? resultado.archivos : carrito.imposibles,
    archivos,
  )
  const elegidos = isUploading ? [] : ticks.elegidos
  useNextCode(archivos.length > 1)

  useShowProblem(problems.size > 0, resultado)

  async function next() {
    if (archivos.length === 0) return setEmpty(true)
    if (focusRangoProblem() || focusHojasDistintas()) return
    if (isQuoted(carrito)) return navigate('/imprimitodo/paso3')
    const { kind } = await subida.start()
    if (kind === 'cotizado') startLeaving(() => navigate('/imprimitodo/paso3'))
  }

  const removeOne = useRemoveOne({ archivos, forget: subida.forget, focusTop })

  function bind(grupo: Grupo) {
    const done = `${count(elegidos.length, 'archivo')} en el ${GRUPO_TITLES[grupo]}.`
    // At once: the volume moves to the top, and the page scrolls to its new place
    flushSync(() => {
      undo.change((one) => {
        const { carrito: bound, notice } = bindTogether(one, elegidos, grupo)
        return { carrito: bound, notice: notice ?? done }
      })
      ticks.clear()
    })
    showArea(GRUPO_TITLES[grupo])
    focusTop({ preventScroll: true })
  }

  const told = (
    <>
      <SubidaStatus enviando={isUploading} told={resultado?.kind === 'falla'} />
      {!isUploading && <Hecho {...undo} onUndone={backToList} />}
    </>
  )
  const common = { restored, disabled: isUploading, problems, onRemove: removeOne }
  return (
    <PedidoFrame>
      <div className={`wrap ${styles.page}`}>
        <div className={styles.toolbar} ref={toolbar} tabIndex={-1}>
          <Titulo carrito={carrito} disabled={isUploading} onCancel={undo.change} />
        </div>
        <OldOrderNotice />
        <HojasCambiadas />
        {archivos.length === 0 ? (
          <NoneLeft />
        ) : agrupando ? (
          <Suspense fallback={<Spinner />}>
            <GruposEditor
              {...common}
              {...files}
              elegidos={elegidos}
              onChoose={ticks.toggle}
              onMoved={undo.change}
            />
          </Suspense>
        ) : (
          <ListaDeArchivos {...common} archivos={archivos} files={files} onTodos={undo.change} />
        )}
      </div>
      {elegidos.length > 0 ? (
        <ElegidosBar
          carrito={carrito}
          elegidos={elegidos}
          priceOfCarrito={files.priceOfCarrito}
          above={told}
          onBind={bind}
          onClear={() => {
            ticks.clear()
            focusTop({ preventScroll: true })
          }}
        />
      ) : (
        <Barra
          total={files.precios.total}
          isUploading={isUploading}
          above={
            <>
              {told}
              {isEmpty && archivos.length === 0 && <Notice tone="error">{NO_FILES}</Notice>}
              <SubidaProblem
                resultado={resultado}
                rest={rest}
                pedidoId={carrito.pedidoId}
                onClose={subida.clear}
              />
            </>
          }
          onNext={() => void next()}
          // While the next screen is loading, the address is already step 3's
          onCancel={isLeaving ? () => history.back() : subida.cancel}
        />
      )}
    </PedidoFrame>
  )
}

type Seen = {
  archivos: Carrito['archivos']
  forget: ReturnType<typeof useSubida>['forget']
  focusTop: () => void
}

/** The function keeps its identity, so that a line is drawn again only when its own file changed. */
function useRemoveOne(seen: Seen): (id: string) => void {
  const latest = useRef(seen)
  latest.current = seen
  return useCallback((id) => {
    const { archivos, forget, focusTop } = latest.current
    remove(id)
    forget(archivos, id)
    focusTop()
  }, [])
}

/** Scrolls to the first file that was refused, when a result arrives. */
function useShowProblem(hasProblem: boolean, resultado: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a result arrives
  useEffect(() => {
    if (hasProblem) document.querySelector('[data-problem]')?.scrollIntoView({ block: 'center' })
  }, [resultado])
}

/** Ends the grouping; tells it if a volume was lost: one tap may have done it by mistake. */
function withoutVolumes(carrito: Carrito): Moved {
  const bound = carrito.archivos.filter(({ grupo }) => grupo !== 'default').length
  const notice =
    bound === 1 ? '1 archivo salió de su anillado.' : `${bound} archivos salieron de su anillado.`
  return { carrito: cancelGrouping(carrito), notice: bound > 0 ? notice : null }
}

function Titulo({
  carrito: { agrupando, archivos },
  disabled,
  onCancel,
}: {
  carrito: Carrito
  disabled: boolean
  onCancel: (change: typeof withoutVolumes) => void
}) {
  const how = archivos.length === 1 ? '¿Cómo lo imprimimos?' : '¿Cómo los imprimimos?'
  return (
    <>
      <PageHeading title={agrupando ? '¿Qué va junto?' : how} />
      {agrupando && (
        <TextButton disabled={disabled} onClick={() => onCancel(withoutVolumes)}>
          Cancelar agrupación
        </TextButton>
      )}
    </>
  )
}

/** Loads the code that the next press needs. */
function useNextCode(areSeveral: boolean): void {
  useEffect(() => {
    preload(() => import('../paso3/paso3.tsx'))
    // Apart: step 3 can do without it
    preload(() => import('../paso3/codigos.tsx'))
  }, [])
  useEffect(() => {
    if (areSeveral) preload(loadGrupos)
  }, [areSeveral])
}

/** Moves the focus to the top when the focused element was removed; also where grouping begins or ends. */
function useFocusTop(agrupando: boolean) {
  const toolbar = useRef<HTMLDivElement>(null)
  const focusTop = (options?: FocusOptions) => toolbar.current?.focus(options)
  const before = useRef(agrupando)
  useEffect(() => {
    const hasChanged = before.current !== agrupando
    before.current = agrupando
    // The focus scrolls the toolbar into view, which is out of sight in a low window
    if (hasChanged && document.activeElement === document.body) toolbar.current?.focus()
  }, [agrupando])
  const backToList = () => {
    focusTop({ preventScroll: true })
    if (agrupando) showArea('Sin agrupar')
  }
  return { toolbar, focusTop, backToList }
}

/** Scrolls the area's heading into view, since the area may be higher than the screen. */
const showArea = (name: string) =>
  document.querySelector(`[aria-label="${name}"] h2`)?.scrollIntoView({ block: 'nearest' })

/** Tells the last change of several files, with an undo button; nothing without one. */
function Hecho({ text, undo, onUndone }: { text: string | null; undo: () => void; onUndone: () => void }) {
  if (!text) return null
  return (
    <Notice
      action={
        <TextButton
          icon={Undo2}
          onClick={() => {
            flushSync(undo)
            onUndone()
          }}
        >
          Deshacer
        </TextButton>
      }
    >
      {text}
    </Notice>
  )
}

const NoneLeft = () => (
  <EmptySheet>
    <p className="lead">No queda ningún archivo.</p>
    <LinkButton to="/imprimitodo/paso1" icon={ArrowLeft}>
      Elegir archivos
    </LinkButton>
  </EmptySheet>
)
