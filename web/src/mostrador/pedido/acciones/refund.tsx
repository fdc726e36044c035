import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { typedNumero } from '@imprimitodo/shared/rules/base/numero-escrito'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '../../../api/new-id.ts'
import { showAnswer } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { showToast } from '../../../ui/notice/toasts.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useFocusKept } from '../../layout/heading.tsx'
import { motivoProblem, motivoText, SIN_MOTIVO } from '../../motivo.tsx'
import { type Problemas, problemasOf } from '../../problemas.ts'
import { pedidoKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import { useWhileOpen } from '../../while-open.ts'
import styles from '../ficha/side.module.css'
import { comoVuelve, readImporte, refundable } from './devolucion.ts'
import { DevolucionFields } from './devolucion-fields.tsx'
import { RefundVentaDialog } from './refund-venta.tsx'

const CAMPOS = ['importe', 'motivo'] as const
type Campo = (typeof CAMPOS)[number]

/**
 * Refunds an order, in full or in part. When the whole order is cancelled, online payments are refunded
 * automatically; money taken at the counter has to be handed over by a clerk.
 */
export function Refund({ pedido }: { pedido: PedidoMostrador }) {
  const [isOpen, setOpen] = useState(false)
  const keepFocus = useFocusKept(pedido.estado)
  const isCancelled = pedido.estado === 'cancelado'
  // Charges to a cuenta corriente are taken off it automatically
  const pagos = pedido.pagos.filter(({ en_caja, medio }) => !isCancelled || (en_caja && medio !== 'cuenta'))
  const left = refundable(pagos)
  // A cancelled order itself tells what is still to be handed over
  const deVenta = isCancelled ? null : pedido.venta_id
  // A colleague has refunded it meanwhile: the open dialog, which says so, stays
  if (left === 0 && !isOpen) return null
  return (
    <section className={styles.block} aria-labelledby="devolver">
      <h2 id="devolver">Devoluciones</h2>
      {isCancelled && (
        <Notice tone="warning" still>
          Se canceló y falta devolver {formatPesos(left)} en el mostrador. Anotalo cuando lo entregues.
        </Notice>
      )}
      <Button size="medium" wide onClick={() => setOpen(true)}>
        Devolver dinero
      </Button>
      {isOpen && deVenta !== null && (
        <RefundVentaDialog
          pedido={pedido}
          venta_id={deVenta}
          onClose={() => setOpen(false)}
          onDone={keepFocus}
        />
      )}
      {isOpen && deVenta === null && (
        <RefundDialog
          pedido={pedido}
          left={left}
          como={comoVuelve(pagos, pedido.email)}
          onClose={() => setOpen(false)}
          onDone={keepFocus}
        />
      )}
    </section>
  )
}

function RefundDialog({
  pedido: { pedido_id, numero },
  left,
  como,
  onClose,
  onDone,
}: {
  pedido: PedidoMostrador
  left: number
  /** How it is refunded. */
  como: string
  onClose: () => void
  onDone: () => void
}) {
  const cache = useQueryClient()
  // One key for the dialog: however often it is sent, the refund is made once
  const [clave] = useState(newId)
  const whole = typedNumero(left)
  const [importe, setImporte] = useState(whole)
  const [motivo, setMotivo] = useState(SIN_MOTIVO)
  const [problemas, setProblemas] = useState<Problemas<Campo>>({})
  const close = useWhileOpen(onClose)
  /** It is recorded and under way: there is nothing left to send. */
  const [isQueued, setQueued] = useState(false)

  const { mutate, isPending } = useMutation({
    mutationFn: (pesos: number) =>
      ask('POST /api/mostrador/pedidos/:pedido_id/devolver', {
        params: { pedido_id },
        body: { importe: pesos, motivo: motivoText(motivo) },
        clave,
      }),
    onSuccess: (answer, pesos) => {
      if (answer.ok) {
        onDone()
        showAnswer(cache, pedidoKey(pedido_id), answer.data)
        showToast(`Pedido ${numero}: se devolvieron ${formatPesos(pesos)}.`)
        return close()
      }
      setQueued(answer.codigo === 'devolucion_anotada')
      setProblemas(problemasOf(CAMPOS, answer, 'No se pudo devolver.'))
      void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
    },
    onError: () =>
      setProblemas({ general: 'No hay conexión con el servidor. Probá de nuevo: se devuelve una sola vez.' }),
  })

  function send() {
    const pesos = readImporte(importe, left)
    const wrong = motivoProblem(motivo)
    setProblemas({ ...(typeof pesos === 'string' && { importe: pesos }), ...(wrong && { motivo: wrong }) })
    if (typeof pesos === 'number' && !wrong) mutate(pesos)
  }

  return (
    <FormDialog
      title={`Devolver dinero del pedido ${numero}`}
      action="Devolver"
      busyText="Devolviendo…"
      isBusy={isPending}
      onlyClose={isQueued ? 'Entendido' : undefined}
      problems={problemas}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {como} Como mucho {formatPesos(left)}; si se devuelve todo, el pedido queda reembolsado.
      </p>
      <DevolucionFields
        importe={importe}
        whole={whole}
        motivo={motivo}
        problemas={problemas}
        isQueued={isQueued}
        onImporte={setImporte}
        onMotivo={setMotivo}
      />
    </FormDialog>
  )
}
