import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { isCancelable } from '@imprimitodo/shared/rules/compra/pedido'
import { useQueryClient } from '@tanstack/react-query'
import { CircleX, Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../api/call.ts'
import { pedidoQuery } from '../api/queries.ts'
import { reasonOf } from '../api/reason.ts'
import { OTRA_VEZ, sinRespuesta } from '../api/sin-respuesta.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import styles from './pedido-page.module.css'

const NOT_CANCELLED = 'No pudimos cancelarlo. Probá de nuevo.'

/** The owner's remaining actions: change options while it is unpaid and its files are listed here, or cancel it. */
export function Change({ pedido, isHere }: { pedido: PedidoAnswer; isHere: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const mayChange = pedido.estado === 'confirmado' && isHere && !isUnderWay(pedido)
  return (
    <section className={styles.change} aria-labelledby="cambiar-pedido">
      <h2 id="cambiar-pedido">¿Cambió algo?</h2>
      <div className={styles.buttons}>
        {mayChange && (
          <LinkButton size="medium" icon={Pencil} to="/imprimitodo/paso2">
            Cambiar opciones
          </LinkButton>
        )}
        <Button size="medium" icon={CircleX} onClick={() => setAsking(true)}>
          Cancelar el pedido
        </Button>
      </div>
      {isAsking && <Cancel pedido={pedido} onClose={() => setAsking(false)} />}
    </section>
  )
}

/** A payment may still come in: changed options would make another order, while this one is paid. */
const isUnderWay = ({ pago }: PedidoAnswer): boolean => pago === 'pendiente' || pago === 'en_proceso'

function Cancel({ pedido, onClose }: { pedido: PedidoAnswer; onClose: () => void }) {
  const { pedido_id, numero, vuelve } = pedido
  const queries = useQueryClient()
  const form = useId()
  const [motivo, setMotivo] = useState('')
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string | null>(null)

  async function cancel() {
    setProblem(null)
    let lost = ''
    const answer = await call('POST /api/pedidos/:pedido_id/cancelar', {
      params: { pedido_id },
      body: { motivo: motivo.trim() || null },
    }).catch((error) => {
      lost = sinRespuesta('se canceló', OTRA_VEZ, error)
    })
    // Whatever the answer, the order is loaded again
    const { queryKey } = pedidoQuery(pedido_id)
    await queries.invalidateQueries({ queryKey })
    if (!answer?.ok) return setProblem(answer ? (reasonOf(answer) ?? NOT_CANCELLED) : lost)
    showToast('Cancelamos tu pedido.')
    // Once the page knows the new state, this part disappears, and the focus moves to the heading
    const known = queries.getQueryData<PedidoAnswer>(queryKey)
    if (!known || isCancelable(known.estado)) onClose()
  }

  return (
    <Dialog
      title={`¿Cancelamos el pedido ${numero}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, dejalo como está</Button>
          <Button type="submit" form={form} icon={CircleX} aria-disabled={isBusy || undefined}>
            {isBusy ? 'Cancelando…' : vuelve.length > 0 ? 'Sí, cancelar y devolver' : 'Sí, cancelar'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void run(cancel)
        }}
      >
        {vuelve.length === 0 ? (
          <p>{unpaidText(pedido)}</p>
        ) : (
          vuelve.map(({ importe, adonde, cuando }) => (
            <p key={adonde}>
              Te devolvemos <b>{formatPesos(importe)}</b> {adonde}. {cuando}
            </p>
          ))
        )}
        <Field
          label="¿Por qué? (opcional)"
          maxLength={300}
          autoComplete="off"
          value={motivo}
          onChange={({ target }) => setMotivo(target.value)}
        />
        {problem && <Notice tone="error">{problem}</Notice>}
      </form>
    </Dialog>
  )
}

function unpaidText(pedido: PedidoAnswer): string {
  if (isUnderWay(pedido)) return 'Tu pago todavía no se acreditó. Si se acredita después, te lo devolvemos.'
  if (pedido.importe_final === 0)
    return 'No pagaste nada: los códigos que usaste vuelven a estar disponibles.'
  return 'Todavía no lo pagaste: no se te cobra nada.'
}
