import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useFocusKept } from '../layout/heading.tsx'
import { canCancel } from '../pasos.ts'
import { useStep } from '../queries.ts'
import { refundable } from './devolucion.ts'
import { Mudar } from './mudar.tsx'
import styles from './side.module.css'

export function OtrasAcciones({ pedido }: { pedido: PedidoMostrador }) {
  if (!canCancel(pedido.estado)) return null
  return (
    <section className={styles.block} aria-labelledby="otras">
      <h2 id="otras">Otras acciones</h2>
      <Mudar pedido={pedido} />
      <Cancelar pedido={pedido} />
    </section>
  )
}

function Cancelar({ pedido }: { pedido: PedidoMostrador }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useStep(useFocusKept(pedido.estado))
  const { pagos } = pedido
  const online = refundable(pagos.filter(({ en_caja }) => !en_caja))
  const byHand = refundable(pagos.filter(({ en_caja }) => en_caja))
  const label = online + byHand > 0 ? 'Cancelar y devolver el pago' : 'Cancelar pedido'
  return (
    <>
      <Button size="medium" wide className={styles.danger} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Dialog
          title={`¿Cancelar el pedido ${pedido.numero}?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>No, volver</Button>
              <BusyButton
                className={styles.danger}
                isBusy={isPending}
                busyText="Cancelando…"
                onClick={() =>
                  mutate({ ...pedido, estado: 'cancelado' }, { onSettled: () => setAsking(false) })
                }
              >
                {`Sí, ${label.toLowerCase()}`}
              </BusyButton>
            </>
          }
        >
          <p>
            {online > 0 &&
              `Se devuelven ${formatPesos(online)} a ${pedido.email || pedido.nombre || pedido.celular}. `}
            {byHand > 0 && `Tenés que devolver ${formatPesos(byHand)} en mano, y anotarlo en el pedido. `}
            {online + byHand === 0 && 'El link de pago deja de funcionar. '}
            Un pedido cancelado no se puede recuperar.
          </p>
        </Dialog>
      )}
    </>
  )
}
