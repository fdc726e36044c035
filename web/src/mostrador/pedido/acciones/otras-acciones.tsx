import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { DESHACER_S, DESHACIBLES } from '@imprimitodo/shared/rules/compra/pedido'
import { useState } from 'react'
import { OTRA_VEZ, sinRespuesta } from '../../../api/sin-respuesta.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useFocusKept } from '../../layout/heading.tsx'
import { MotivoFields, motivoProblem, motivoText, SIN_MOTIVO } from '../../motivo.tsx'
import { canCancel } from '../../pasos.ts'
import { useStep } from '../../queries.ts'
import { useMostradorSession } from '../../session/session.ts'
import styles from '../ficha/side.module.css'
import { Delay } from './delay.tsx'
import { refundable } from './devolucion.ts'
import { MoveAway } from './move-away.tsx'
import { StepBack } from './step-back.tsx'

export function OtrasAcciones({ pedido }: { pedido: PedidoMostrador }) {
  const session = useMostradorSession()
  const mayGoBack = isBackPossible(pedido) && session?.sucursal === null
  if (!canCancel(pedido.estado) && !mayGoBack) return null
  return (
    <section className={styles.block} aria-labelledby="otras">
      <h2 id="otras">Otras acciones</h2>
      <Delay pedido={pedido} />
      <MoveAway pedido={pedido} />
      {mayGoBack && <StepBack pedido={pedido} />}
      {canCancel(pedido.estado) && <Cancel pedido={pedido} />}
    </section>
  )
}

/** Whether a step can be undone here. A cancellation cannot, nor the start of production once paper came out. */
const isBackPossible = ({ estado, impresos }: PedidoMostrador): boolean =>
  DESHACIBLES[estado] !== undefined &&
  estado !== 'cancelado' &&
  !(estado === 'en_produccion' && impresos.hechos > 0)

function Cancel({ pedido }: { pedido: PedidoMostrador }) {
  const [isAsking, setAsking] = useState(false)
  const { online, byHand } = backOf(pedido)
  const label = online + byHand > 0 ? 'Cancelar y devolver el pago' : 'Cancelar pedido'
  return (
    <>
      <Button size="medium" wide className={styles.danger} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && <CancelDialog pedido={pedido} label={label} onClose={() => setAsking(false)} />}
    </>
  )
}

/** Pesos that are refunded automatically, and by hand. */
function backOf({ pagos }: PedidoMostrador): { online: number; byHand: number } {
  return {
    online: refundable(pagos.filter(({ en_caja }) => !en_caja)),
    byHand: refundable(pagos.filter(({ en_caja }) => en_caja)),
  }
}

const MOTIVOS = ['Lo pidió el cliente', 'No lo podemos imprimir', 'Estaba repetido']

function CancelDialog({
  pedido,
  label,
  onClose,
}: {
  pedido: PedidoMostrador
  label: string
  onClose: () => void
}) {
  const [isLost, setLost] = useState(false)
  const { mutate, isPending } = useStep(useFocusKept(pedido.estado), () => setLost(true))
  const [motivo, setMotivo] = useState(SIN_MOTIVO)
  const [problem, setProblem] = useState<string | null>(null)
  const { online, byHand } = backOf(pedido)
  const isPaid = online + byHand > 0
  function send() {
    const wrong = isPaid ? motivoProblem(motivo) : null
    setProblem(wrong)
    if (wrong) return
    setLost(false)
    mutate({ ...pedido, estado: 'cancelado', motivo: motivoText(motivo) }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={`¿Cancelar el pedido ${pedido.numero}?`}
      action={`Sí, ${label.toLowerCase()}`}
      busyText="Cancelando…"
      isBusy={isPending}
      problems={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {online > 0 &&
          `Se devuelven ${formatPesos(online)} a ${pedido.email || pedido.nombre || pedido.celular}. `}
        {byHand > 0 && `Tenés que devolver ${formatPesos(byHand)} en mano, y anotarlo en el pedido. `}
        {!isPaid && 'El link de pago deja de funcionar. '}
        Podés deshacerlo {DESHACER_S} segundos; después ya no se puede recuperar.
      </p>
      <MotivoFields
        legend={isPaid ? 'Por qué (hace falta)' : 'Por qué (si querés)'}
        usuales={MOTIVOS}
        motivo={motivo}
        error={problem}
        hint="El cliente lo lee en su mail, y queda en la historia del pedido."
        onChange={setMotivo}
      />
      {isLost && <Notice tone="error">{sinRespuesta('se canceló', OTRA_VEZ)}</Notice>}
    </FormDialog>
  )
}
