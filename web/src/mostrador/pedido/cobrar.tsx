import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useFocusKept } from '../layout/heading.tsx'
import { markOwn } from '../live/own.ts'
import { pedidoKey, pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

const MEDIOS = [
  { value: 'efectivo', label: 'Efectivo' },
  { value: 'transferencia', label: 'Transferencia' },
] as const
type Medio = (typeof MEDIOS)[number]['value']

/** An order of the web whose customer came to pay it: the money is taken here, and its link stops working. */
export function Cobrar({ pedido }: { pedido: PedidoMostrador }) {
  const [isOpen, setOpen] = useState(false)
  const keepFocus = useFocusKept(pedido.estado)
  if (pedido.estado !== 'confirmado' && !isOpen) return null
  return (
    <>
      <Button size="medium" variant="primary" icon={Banknote} onClick={() => setOpen(true)}>
        Cobrar en el mostrador
      </Button>
      {isOpen && <CobrarDialog pedido={pedido} onClose={() => setOpen(false)} onDone={keepFocus} />}
    </>
  )
}

function CobrarDialog({
  pedido: { pedido_id, numero, sucursal, importe_final, pago },
  onClose,
  onDone,
}: {
  pedido: PedidoMostrador
  onClose: () => void
  onDone: () => void
}) {
  const cache = useQueryClient()
  const [medio, setMedio] = useState<Medio>('efectivo')
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    networkMode: 'always', // offline it must fail now, not happen by itself later
    mutationFn: () => {
      markOwn(pedido_id)
      return ask('POST /api/mostrador/pedidos/:pedido_id/cobrar', {
        ...{ params: { pedido_id }, body: { medio, sucursal } },
      })
    },
    onSuccess: (answer) => {
      if (answer.ok) {
        onDone()
        cache.setQueryData(pedidoKey(pedido_id), answer.data.pedido)
        showToast(`Pedido ${numero}: ${formatPesos(importe_final)} cobrados.`)
        onClose()
      } else if (answer.status !== 401) setProblem(answer.errores ?? 'No se pudo cobrar.')
    },
    onError: () =>
      setProblem('No hubo respuesta. Probá de nuevo: aunque haya llegado, se cobra una sola vez.'),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: pedidosKey })
      void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
    },
  })
  return (
    <Dialog
      title={`Cobrar el pedido ${numero}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, volver</Button>
          <BusyButton variant="primary" isBusy={isPending} busyText="Cobrando…" onClick={() => mutate()}>
            {`Cobrar ${formatPesos(importe_final)}`}
          </BusyButton>
        </>
      }
    >
      {(pago === 'en_proceso' || pago === 'pendiente') && (
        <Notice tone="warning" still>
          Hay un pago por la web en proceso: si también entra, vuelve solo a quien lo hizo.
        </Notice>
      )}
      <Segmented label="Cómo paga" options={MEDIOS} value={medio} onChange={setMedio} />
      {problem && <Notice tone="error">{problem}</Notice>}
    </Dialog>
  )
}
