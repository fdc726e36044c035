import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showAnswer } from '../../../api/query-client.ts'
import { OTRA_VEZ, sinRespuesta } from '../../../api/sin-respuesta.ts'
import { Button } from '../../../ui/button.tsx'
import { useNavigate } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { showProblem, showToast } from '../../../ui/notice/toasts.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { markOwn } from '../../live/own.ts'
import { aboutPedido } from '../../numeros.ts'
import { isToMake } from '../../pasos.ts'
import { pedidoKey, pedidosKey, useSucursales } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import { useMostradorSession } from '../../session/session.ts'
import { useWhileOpen } from '../../while-open.ts'
import { envioDesde } from '../ficha/entrega.tsx'

/** Moves it to another branch, as long as it is still to be made. */
export function MoveAway({ pedido }: { pedido: PedidoMostrador }) {
  const [to, setTo] = useState<string | null>(null)
  const { data } = useSucursales()
  if (!isToMake(pedido.estado)) return null
  const others = data?.filter(({ nombre }) => nombre !== pedido.sucursal) ?? []
  return (
    <>
      {others.map(({ nombre }) => (
        <Button key={nombre} size="medium" wide onClick={() => setTo(nombre)}>
          {`Pasar a ${nombre}`}
        </Button>
      ))}
      {to && <MoveAwayDialog pedido={pedido} to={to} onClose={() => setTo(null)} />}
    </>
  )
}

type Dialogue = { pedido: PedidoMostrador; to: string; onClose: () => void }

function MoveAwayDialog({ pedido, to, onClose }: Dialogue) {
  const { pedido_id, numero, modo_entrega, email } = pedido
  const { data: sucursales } = useSucursales()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const own = useMostradorSession()?.sucursal
  const close = useWhileOpen(onClose)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      markOwn(pedido_id)
      return ask('POST /api/mostrador/pedidos/:pedido_id/sucursal', {
        params: { pedido_id },
        body: { sucursal: to },
      })
    },
    onSuccess: (answer) => {
      if (answer.codigo === 'sesion') return
      void cache.invalidateQueries({ queryKey: pedidosKey })
      if (!answer.ok) {
        // A toast: the order may have advanced too far for this dialog to exist
        showProblem(aboutPedido(numero, answer.errores ?? 'no se pudo pasar.'))
        void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
        return close()
      }
      showToast(`Pedido ${numero}: pasó a ${to}.`)
      // A clerk of this branch can no longer see it
      if (own) return navigate('/mostrador')
      showAnswer(cache, pedidoKey(pedido_id), answer.data)
      close()
    },
    onError: () => setProblem(sinRespuesta('se pasó', OTRA_VEZ)),
  })
  return (
    <FormDialog
      title={`¿Pasar el pedido ${numero} a ${to}?`}
      action={`Sí, pasar a ${to}`}
      busyText="Pasando…"
      isBusy={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>
        Se imprime y se entrega ahí, con una hora prometida nueva.
        {modo_entrega === 'retiro' &&
          (email
            ? ` Al cliente le avisamos por mail (${email}) que lo retira en ${to}.`
            : ' No dejó e-mail: avisale vos dónde lo retira.')}
      </p>
      {modo_entrega === 'delivery' && (
        <Notice tone="warning" still>
          {envioDesde(pedido, to, sucursales)}
        </Notice>
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </FormDialog>
  )
}
