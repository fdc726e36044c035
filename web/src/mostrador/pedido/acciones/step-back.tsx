import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { DESHACIBLES, ESTADO_TITLES, type Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OTRA_VEZ, sinRespuesta } from '../../../api/sin-respuesta.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { showProblem, showToast } from '../../../ui/notice/toasts.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useFocusKept } from '../../layout/heading.tsx'
import { aboutPedido } from '../../numeros.ts'
import { undone } from '../../pasos.ts'
import { wordsOf } from '../../problemas.ts'
import { pedidoKey, pedidosKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import { useWhileOpen } from '../../while-open.ts'

/** Undoes a step after the few seconds in which it needs no reason: for people who work for all branches. */
export function StepBack({ pedido }: { pedido: PedidoMostrador }) {
  const [isAsking, setAsking] = useState(false)
  const to = DESHACIBLES[pedido.estado]
  if (!to) return null
  return (
    <>
      <Button size="medium" wide onClick={() => setAsking(true)}>
        {`Volver a «${ESTADO_TITLES[to]}»`}
      </Button>
      {isAsking && <StepBackDialog pedido={pedido} onClose={() => setAsking(false)} />}
    </>
  )
}

const CONSECUENCIAS: Partial<Record<Estado, string>> = {
  en_produccion: 'Queda otra vez por empezar, y el cliente lo puede cancelar.',
  listo:
    'Si al cliente ya le avisamos que está listo, avisale vos que todavía no. Cuando lo marques de nuevo, le mandamos otro mail.',
  entregado: 'Queda otra vez para entregar, con el mismo código.',
}

function StepBackDialog({ pedido, onClose }: { pedido: PedidoMostrador; onClose: () => void }) {
  const { pedido_id, numero, estado } = pedido
  const cache = useQueryClient()
  const keepFocus = useFocusKept(estado)
  const [motivo, setMotivo] = useState('')
  const close = useWhileOpen(onClose)
  const [isMissing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      ask('POST /api/mostrador/pedidos/:pedido_id/deshacer', {
        params: { pedido_id },
        body: { estado, motivo },
      }),
    onSuccess: (answer) => {
      if (answer.codigo === 'sesion') return
      void cache.invalidateQueries({ queryKey: pedidosKey })
      void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
      keepFocus()
      close()
      // A toast: the order may no longer have a step to undo, and then this dialog is gone
      if (answer.ok) showToast(undone(numero, answer.data.estado))
      else showProblem(aboutPedido(numero, wordsOf(answer) ?? 'no se pudo deshacer.'))
    },
    onError: () => setProblem(sinRespuesta('se deshizo', OTRA_VEZ)),
  })
  function send() {
    setProblem(null)
    setMissing(!motivo.trim())
    if (motivo.trim()) mutate()
  }
  return (
    <FormDialog
      title={`¿Deshacer «${ESTADO_TITLES[estado]}» del pedido ${numero}?`}
      action="Sí, volver atrás"
      busyText="Deshaciendo…"
      isBusy={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{CONSECUENCIAS[estado]} Lo que ya se imprimió no cambia.</p>
      <Field
        label="Motivo"
        hint="Queda en la historia del pedido; el cliente no lo lee."
        maxLength={300}
        autoComplete="off"
        value={motivo}
        error={isMissing ? 'Escribí por qué se deshace.' : null}
        onChange={({ target }) => setMotivo(target.value)}
      />
      {problem && <Notice tone="error">{problem}</Notice>}
    </FormDialog>
  )
}
