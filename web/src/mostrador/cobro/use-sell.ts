// The price of a sale while it is being composed, and the sale itself, made once.

import type { VentaAnswer, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnswerOf } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { isFinal } from '../../api/rechazo.ts'
import { useBusy } from '../../ui/state/use-busy.ts'
import { useSettled } from '../../ui/state/use-settled.ts'
import { charging, markOwn } from '../live/own.ts'
import { type Problemas, problemasOf } from '../problemas.ts'
import { cuentasCorrientesKey, pedidoKey, pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

export const CAMPOS_VENTA = ['lineas', 'cliente', 'codigos', 'descuento', 'pagos', 'sucursal'] as const
export type ProblemasVenta = Problemas<(typeof CAMPOS_VENTA)[number]>

const NO_ANSWER = 'No hubo respuesta. Tocá otra vez: aunque haya llegado, se cobra una sola vez.'
const FAILED = 'No se pudo cobrar. Probá de nuevo.'
const NO_PRICE = 'No pudimos calcular el precio.'

/** The key of a new sale, whatever its contents. */
const NUEVA = 'venta'
const NADA = { of: '', clave: '' }

type Preciada = { precio: VentaAnswer | null; problemas: ProblemasVenta; de: string }

/** The parts of a sale that its price depends on, and the customer: the same answer names both. */
const preciadoOf = ({ lineas, codigos, descuento, cliente }: VentaPedida): string =>
  JSON.stringify([lineas, codigos, descuento, cliente])

const PAUSE_MS = 300

/** The customer of the sale; a typed one once the typing pauses, until then the one before. */
function useCliente(cliente: VentaPedida['cliente']): VentaPedida['cliente'] {
  const isTyped = cliente && !('id' in cliente)
  const [settled] = useSettled(cliente, PAUSE_MS)
  return isTyped ? settled : cliente
}

/**
 * The price is loaded again at every change; null: there is nothing to sell yet. While colour is being
 * examined, once a second. `isVigente`: the price is that of the present sale, and not the one before, which
 * is shown until the new one arrives.
 */
export function usePrecioVenta(venta: VentaPedida | null) {
  const cliente = useCliente(venta?.cliente ?? null)
  // Without the name for the pickup, which changes no price
  const preciada = venta && { ...venta, cliente, nombre: null }
  const { data, refetch } = useQuery({
    queryKey: ['precio-venta', preciada],
    queryFn: async ({ signal }): Promise<Preciada> => {
      const answer = await ask('POST /api/mostrador/ventas/cotizar', {
        body: preciada ?? { lineas: [] },
        signal,
      })
      const de = preciada ? preciadoOf(preciada) : ''
      if (answer.ok) return { precio: answer.data, problemas: {}, de }
      return { precio: null, problemas: problemasOf(CAMPOS_VENTA, answer, NO_PRICE), de }
    },
    enabled: venta !== null,
    // Another clerk may charge at the same time: a price from the cache may be stale
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.precio?.color_pendiente ? 1000 : false),
  })
  if (venta === null) return { precio: null, problemas: {}, isVigente: false, refetch }
  const isVigente = data?.de === preciadoOf(venta)
  return { precio: data?.precio ?? null, problemas: data?.problemas ?? {}, isVigente, refetch }
}

/**
 * `perdida`: no answer came, so it may have been made. `en_curso`: a call is under way, and the first click
 * gets its result.
 */
export type SendResult = 'hecha' | 'no' | 'perdida' | 'en_curso'

/**
 * Sends a sale once: two taps, or a second try after a lost answer, carry the same Idempotency-Key. A new
 * sale keeps the key until it is made, whatever is changed meanwhile: if it was made although its answer was
 * lost, the clerk is told, and it is not made again. For a debt, the key changes with what is sent. `send`
 * makes the call with that key.
 * @param clave of a sale that has its key already, and keeps it over a reload
 */
export function useSell(clave?: string) {
  const cache = useQueryClient()
  const { isBusy, run: once } = useBusy()
  const [problemas, setProblemas] = useState<ProblemasVenta>({})
  const [hecha, setHecha] = useState<VentaAnswer | null>(null)
  /** The same as `hecha`, but set already during the click that sent the sale. */
  const ultima = useRef<VentaAnswer | null>(null)
  const attempt = useRef(clave ? { of: NUEVA, clave } : NADA)

  function refresh({ pedidos }: VentaAnswer): void {
    void cache.invalidateQueries({ queryKey: pedidosKey })
    void cache.invalidateQueries({ queryKey: cuentasCorrientesKey })
    for (const { pedido_id } of pedidos) {
      markOwn(pedido_id) // goods have an order only now
      void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
    }
  }

  async function run(
    of: string,
    pedidos: string[],
    send: (clave: string) => Promise<Respuesta>,
  ): Promise<SendResult> {
    const envio = await once(async () => {
      setProblemas({})
      if (attempt.current.of !== of) attempt.current = { of, clave: newId() }
      for (const id of pedidos) markOwn(id)
      const { clave } = attempt.current
      return charging(
        send(clave)
          .catch(() => null)
          .then(take),
      )
    })
    return envio ?? 'en_curso'
  }

  /** The meaning of the answer; null: none came. */
  function take(answer: Respuesta | null): SendResult {
    if (!answer) {
      setProblemas({ general: NO_ANSWER })
      return 'perdida'
    }
    if (answer.ok && 'venta_id' in answer.data) {
      attempt.current = NADA
      refresh(answer.data)
      ultima.current = answer.data
      setHecha(answer.data)
      return 'hecha'
    }
    if (answer.codigo !== 'sesion') {
      setProblemas(problemasOf(CAMPOS_VENTA, answer, FAILED))
      // The price may be what changed, and with it that of a line; or what can be charged to an account
      for (const queryKey of [['precio-venta'], ['productos-de-venta'], cuentasCorrientesKey])
        void cache.invalidateQueries({ queryKey })
    }
    // After a failure it may have been made anyway
    return isFinal(answer) ? 'no' : 'perdida'
  }

  return {
    isBusy,
    problemas,
    hecha,
    ultima,
    sell: (venta: VentaPedida) =>
      run(NUEVA, pedidosOf(venta), (clave) => ask('POST /api/mostrador/ventas', { body: venta, clave })),
    /** Pays the debt of a sale that was made. */
    pay: (id: number, pagos: NonNullable<VentaPedida['pagos']>) =>
      run(JSON.stringify([id, pagos]), [], (clave) =>
        ask('POST /api/mostrador/ventas/:id/pagos', { params: { id: String(id) }, body: { pagos }, clave }),
      ),
  }
}

type Respuesta = AnswerOf<'POST /api/mostrador/ventas'>

const pedidosOf = ({ lineas }: VentaPedida): string[] =>
  lineas.flatMap((linea) =>
    typeof linea === 'object' && linea !== null && 'pedido_id' in linea ? String(linea.pedido_id) : [],
  )
