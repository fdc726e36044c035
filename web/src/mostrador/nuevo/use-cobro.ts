import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { markOwn } from '../live/own.ts'
import { type Problemas, problemasOf } from '../problemas.ts'
import { pedidoKey, pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

export const MEDIOS = [
  { value: 'efectivo', label: 'Efectivo' },
  { value: 'transferencia', label: 'Transferencia' },
  { value: 'mercadopago', label: 'Mercado Pago' },
] as const
export type Medio = (typeof MEDIOS)[number]['value']

export type Datos = { nombre: string; email: string; celular: string; sucursal: string; medio: Medio }
export type Cobrado = { pedido: PedidoMostrador; init_point: string | null }
const CAMPOS = ['nombre', 'email', 'celular', 'sucursal'] as const
type Campo = (typeof CAMPOS)[number]

const NO_ANSWER = 'No hubo respuesta. Tocá otra vez: aunque haya llegado, se cobra una sola vez.'

/** Takes the payment of a priced order. Repeated, it is the same payment: the server sees to it. */
export function useCobro() {
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problemas, setProblemas] = useState<Problemas<Campo>>({})
  const [cobrado, setCobrado] = useState<Cobrado | null>(null)
  const running = useRef(false) // state is too late for the second click of a double click

  async function cobrar(pedido_id: string, datos: Datos): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblemas({})
    if (datos.medio !== 'mercadopago') markOwn(pedido_id)
    const answer = await ask('POST /api/mostrador/pedidos/:pedido_id/cobrar', {
      params: { pedido_id },
      body: datos,
    }).catch(() => null)
    if (answer?.ok) {
      cache.setQueryData(pedidoKey(pedido_id), answer.data.pedido)
      void cache.invalidateQueries({ queryKey: pedidosKey })
      setCobrado(answer.data)
    } else if (answer)
      setProblemas(problemasOf(CAMPOS, answer.data, answer.errores, 'No se pudo cobrar. Probá de nuevo.'))
    else setProblemas({ general: NO_ANSWER })
    running.current = false
    setBusy(false)
  }

  return {
    ...{ cobrar, isBusy, problemas, cobrado },
    correct: (campo: Campo) => setProblemas(({ [campo]: _, ...others }) => others),
    restart: () => {
      setCobrado(null)
      setProblemas({})
    },
  }
}
