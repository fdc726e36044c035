import type { Accion, PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { Check, PackageCheck, Printer, X } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { useAtajo, useAtajosOn } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { isDeOtro } from '../take.tsx'
import { partesText, TECLAS, variosLabel } from './choose.ts'
import styles from './elegidos.module.css'
import type { Ajenos } from './use-actos.ts'

const ICONS = { imprimir: Printer, en_produccion: Printer, listo: Check, entregado: PackageCheck }

/**
 * Replaces the filters while orders are ticked: their number, their actions, and a button that unticks them.
 */
export function Elegidos({
  all,
  parts,
  isBusy,
  backTo,
  onDo,
  onClose,
}: {
  all: number
  parts: ReadonlyMap<Accion, PedidoFila[]>
  isBusy: boolean
  /** The order that was ticked last: it gets the focus when the bar disappears. */
  backTo: string | null
  onDo: (accion: Accion, filas: readonly PedidoFila[]) => void
  onClose: () => void
}) {
  const areOn = useAtajosOn()
  const act = (...acciones: Accion[]) => {
    const accion = acciones.find((one) => parts.has(one))
    if (accion && !isBusy) onDo(accion, parts.get(accion) ?? [])
  }
  useAtajo('p', () => act('imprimir', 'en_produccion'))
  useAtajo('l', () => act('listo'))
  useAtajo('e', () => act('entregado'))
  useAtajo('Escape', onClose)
  const bar = useFocusBack(backTo)
  return (
    <section {...bar} className={styles.barra} aria-label="Pedidos elegidos" data-elegidos>
      <p role="status">
        <b>{count(all, 'elegido')}</b> <span>{partesText(parts, all)}</span>
      </p>
      <div className={styles.actos}>
        {[...parts].map(([accion, filas], at) => (
          <BusyButton
            key={accion}
            size="medium"
            variant={at === 0 ? 'primary' : 'secondary'}
            icon={ICONS[accion]}
            isBusy={isBusy}
            busyText="Un momento…"
            onClick={() => onDo(accion, filas)}
          >
            {variosLabel(accion, filas.length)}
            {areOn && <kbd aria-hidden>{TECLAS[accion]}</kbd>}
          </BusyButton>
        ))}
        <Button size="medium" icon={X} title="No elegir ninguno" onClick={onClose}>
          <span className="visually-hidden">No elegir ninguno</span>
        </Button>
      </div>
    </section>
  )
}

/** Keeps the focus when the bar, or its focused button, disappears. */
function useFocusBack(backTo: string | null) {
  const bar = useRef<HTMLElement>(null)
  const latest = useRef(backTo)
  latest.current = backTo
  const isWithin = useRef(false)
  useLayoutEffect(() => {
    if (isWithin.current && document.activeElement === document.body)
      bar.current?.querySelector('button')?.focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const element = bar.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      const card = document.querySelector(`[data-pedido="${latest.current}"]`)
      const next = card?.querySelector('a') ?? document.querySelector('h1')
      next?.focus({ preventScroll: true })
    }
  }, [])
  const onFocus = () => {
    isWithin.current = true
  }
  const onBlur = () => {
    isWithin.current = false
  }
  return { ref: bar, onFocus, onBlur }
}

const IGUAL: Record<Accion, string> = {
  imprimir: 'Imprimir',
  en_produccion: 'Pasar a producción',
  listo: 'Marcar listo',
  entregado: 'Entregar',
}

/** Asks once for all ticked orders: some are in another clerk's hands. */
export function AjenosDialog({
  ajenos: { accion, filas, run },
  yo,
  onClose,
}: {
  ajenos: Ajenos
  yo: number | undefined
  onClose: () => void
}) {
  const theirs = filas.filter((fila) => isDeOtro(fila, yo))
  const free = filas.filter((fila) => !theirs.includes(fila))
  const [first] = theirs
  const answer = (chosen: readonly PedidoFila[]) => {
    onClose()
    run(chosen)
  }
  const isOne = filas.length === 1
  return (
    <AlertDialog
      title={
        isOne
          ? `El pedido ${first?.numero} lo tiene ${first?.tomado?.nombre}`
          : theirs.length === 1
            ? `1 de los ${filas.length} lo tiene otra persona`
            : `${theirs.length} de los ${filas.length} los tienen otras personas`
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, volver</Button>
          {free.length > 0 && (
            <Button onClick={() => answer(free)}>
              {free.length === 1 ? 'Solo el que está libre' : `Solo los ${free.length} libres`}
            </Button>
          )}
          <Button variant="primary" onClick={() => answer(filas)}>
            {isOne ? `${IGUAL[accion]} igual` : `Los ${filas.length} igual`}
          </Button>
        </>
      }
    >
      {isOne ? (
        <p>Puede que lo esté haciendo ahora. Preguntale antes.</p>
      ) : (
        <ul className={styles.ajenos}>
          {theirs.map(({ pedido_id, numero, tomado }) => (
            <li key={pedido_id}>
              {numero}: {tomado?.nombre}
            </li>
          ))}
        </ul>
      )}
    </AlertDialog>
  )
}
