import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { dayOf, formatMoment, formatTime, instantOf } from '@imprimitodo/shared/rules/base/fecha'
import { horaProblem } from '@imprimitodo/shared/rules/compra/demora'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { showAnswer } from '../../../api/query-client.ts'
import { OTRA_VEZ, sinRespuesta } from '../../../api/sin-respuesta.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { showToast } from '../../../ui/notice/toasts.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { markOwn } from '../../live/own.ts'
import { wordsOf } from '../../problemas.ts'
import { pedidoKey, pedidosKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import { useWhileOpen } from '../../while-open.ts'

/** Tells the customer that it will be late, with a new hour: the field is preset to the shop's estimate. */
export function Delay({ pedido }: { pedido: PedidoMostrador }) {
  const [isAsking, setAsking] = useState(false)
  if (!pedido.hora_sugerida) return null
  return (
    <>
      <Button size="medium" wide onClick={() => setAsking(true)}>
        Avisar que se demora
      </Button>
      {isAsking && (
        <DelayDialog pedido={pedido} sugerida={pedido.hora_sugerida} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

/** 'YYYY-MM-DDTHH:MM' by the shop's clock, for a datetime field. */
const typed = (instant: string): string => `${dayOf(instant)}T${formatTime(instant)}`

/** Null: not a day and an hour. */
function instantTyped(text: string): Date | null {
  const [, day, hour] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(text) ?? []
  const ms = day && hour ? instantOf(day, hour) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms)
}

function DelayDialog({
  pedido: { pedido_id, numero, prometido, email },
  sugerida,
  onClose,
}: {
  pedido: PedidoMostrador
  sugerida: string
  onClose: () => void
}) {
  const cache = useQueryClient()
  const [hora, setHora] = useState(typed(sugerida))
  const close = useWhileOpen(onClose)
  const [wrong, setWrong] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (when: Date) => {
      markOwn(pedido_id)
      return ask('POST /api/mostrador/pedidos/:pedido_id/demora', {
        params: { pedido_id },
        body: { hora: when.toISOString() },
      })
    },
    onSuccess: (answer, when) => {
      if (answer.codigo === 'sesion') return
      void cache.invalidateQueries({ queryKey: pedidosKey })
      if (!answer.ok) return setProblem(wordsOf(answer) ?? 'No se pudo avisar.')
      showAnswer(cache, pedidoKey(pedido_id), answer.data)
      showToast(`Pedido ${numero}: ahora, ${formatMoment(when).toLowerCase()} h.`)
      close()
    },
    onError: () => setProblem(sinRespuesta('se avisó', OTRA_VEZ)),
  })
  function send() {
    const when = instantTyped(hora)
    const found = when
      ? prometido && horaProblem(when, new Date(prometido), new Date(serverNow()))
      : 'Escribí el día y la hora.'
    setProblem(null)
    setWrong(found || null)
    if (when && !found) mutate(when)
  }
  return (
    <FormDialog
      title={`¿Avisar que el pedido ${numero} se demora?`}
      action="Avisar la nueva hora"
      busyText="Avisando…"
      isBusy={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {prometido && `Estaba prometido para el ${formatMoment(prometido).toLowerCase()} h. `}
        {email
          ? `Le mandamos un mail a ${email} con la nueva hora, y la ve en la página de su pedido.`
          : 'No dejó e-mail: la nueva hora queda en la página de su pedido. Avisale vos.'}{' '}
        Se avisa una sola vez.
      </p>
      <Field
        label="Nueva hora"
        type="datetime-local"
        step={300}
        hint="La que sale de lo que hay para hacer antes; cambiala si sabés otra mejor."
        value={hora}
        error={wrong}
        onChange={({ target }) => setHora(target.value)}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
    </FormDialog>
  )
}
