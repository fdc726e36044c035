import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { CounterStep } from '@imprimitodo/shared/rules/compra/pedido'
import { ArrowLeftRight, CircleHelp, Printer } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useAtajo } from '../../atajos/atajos.ts'
import { BusyButton } from '../../busy-button.tsx'
import { MoveAllDialog, moveAll } from '../../impresion/move-all.tsx'
import { askToPrint, useAccion } from '../../impresion/queries.ts'
import { useFocusKept } from '../../layout/heading.tsx'
import { nextStep, STEP_LABELS } from '../../pasos.ts'
import { useStep } from '../../queries.ts'
import type { AccionDePedido } from './accion.ts'
import { Charge } from './charge.tsx'
import styles from './header.module.css'

type Props = {
  pedido: PedidoMostrador
  accion: AccionDePedido | null
  /** Why printing keeps it from being ready. */
  falta: string | null
  impresoras: readonly Impresora[]
  /** The typed shelf; null: nothing was typed. */
  estante: string | null
}

/** The main action, in the head of the order's page; beside it the next step, if that is another one. */
export function AccionPrincipal({ pedido, accion, falta, impresoras, estante }: Props) {
  const step = nextStep(pedido.estado)
  // Works at a stopped printer keep the order from being ready: their rows say so
  const isStepShown = accion?.tipo !== 'cobrar' && accion?.tipo !== 'pasar'
  // In this component, because the button disappears with the last step
  const keepFocus = useFocusKept(pedido.estado)
  return (
    <>
      {step && isStepShown && (
        <Paso
          pedido={pedido}
          step={step}
          falta={falta}
          estante={estante}
          keepFocus={keepFocus}
          isMain={accion?.tipo === 'paso'}
        />
      )}
      <Charge pedido={pedido} />
      {accion?.tipo === 'resolver' && <Resolve impresion={accion.impresion} />}
      {accion?.tipo === 'pasar' && (
        <MoveOn pedido_id={pedido.pedido_id} accion={accion} impresoras={impresoras} />
      )}
      {accion?.tipo === 'imprimir' && <Print pedido={pedido} trabajos={accion.trabajos} />}
    </>
  )
}

function Paso({
  pedido,
  step,
  falta,
  estante,
  keepFocus,
  isMain,
}: {
  pedido: PedidoMostrador
  step: CounterStep
  falta: string | null
  estante: string | null
  keepFocus: () => void
  isMain: boolean
}) {
  const { mutate, isPending } = useStep(keepFocus)
  const reason = useId()
  const isHeld = step === 'listo' && falta !== null
  return (
    <>
      {isHeld && (
        <p id={reason} className={styles.falta}>
          {falta}
        </p>
      )}
      <BusyButton
        size="medium"
        variant={isMain ? 'primary' : 'secondary'}
        isBusy={isPending || isHeld}
        busyText={isPending ? 'Guardando…' : undefined}
        aria-describedby={isHeld ? reason : undefined}
        onClick={() => mutate({ ...pedido, estado: step, estante })}
      >
        {STEP_LABELS[step]}
      </BusyButton>
    </>
  )
}

/** Leads to the question above the works. */
function Resolve({ impresion }: { impresion: Impresion }) {
  return (
    <Button
      size="medium"
      variant="primary"
      icon={CircleHelp}
      onClick={() => {
        const question = document.getElementById(`pregunta-${impresion.id}`)
        question?.scrollIntoView({ block: 'center' })
        question?.querySelector('button')?.focus({ preventScroll: true })
      }}
    >
      Resolver
    </Button>
  )
}

/**
 * Moves the works of a stopped printer to the one that can print them; where several can, the clerk chooses.
 */
function MoveOn({
  pedido_id,
  accion: { de, cola, a },
  impresoras,
}: {
  pedido_id: string
  accion: Extract<AccionDePedido, { tipo: 'pasar' }>
  impresoras: readonly Impresora[]
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { mutate, isPending } = useAccion()
  const [only, another] = a
  const to = another ? undefined : only
  return (
    <>
      <BusyButton
        size="medium"
        variant="primary"
        icon={ArrowLeftRight}
        isBusy={isPending}
        busyText="Pasando…"
        onClick={() => {
          if (!to) return setChoosing(true)
          mutate({
            run: () => moveAll(cola, to.id),
            done: `${count(cola.length, 'trabajo pasa', 'trabajos pasan')} a ${to.nombre}.`,
            pedido_id,
          })
        }}
      >
        {to ? `Pasar a ${to.nombre}` : 'Pasar lo que espera'}
      </BusyButton>
      {isChoosing && (
        <MoveAllDialog
          de={de}
          cola={cola}
          impresoras={impresoras}
          pedido_id={pedido_id}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** Sends all works not sent yet, each to the printer that suits it. */
function Print({
  pedido: { pedido_id, numero },
  trabajos,
}: {
  pedido: PedidoMostrador
  trabajos: PedidoMostrador['trabajos']
}) {
  const { mutate, isPending } = useAccion()
  const print = () =>
    mutate({
      run: () => askToPrint(pedido_id, { trabajos: trabajos.map(({ id }) => id) }),
      done: `Pedido ${numero}: ${count(trabajos.length, 'trabajo')} a imprimir.`,
      pedido_id,
    })
  useAtajo('p', () => !isPending && print())
  return (
    <BusyButton
      size="medium"
      variant="primary"
      icon={Printer}
      isBusy={isPending}
      busyText="Mandando…"
      onClick={print}
    >
      Imprimir todo
    </BusyButton>
  )
}
