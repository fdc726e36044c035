import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { pesosInText } from '@imprimitodo/shared/rules/dinero'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answer, call } from '../api/call.ts'
import { useNavigate } from '../ui/link.tsx'
import { updateCarrito } from './carrito.ts'
import type { Contacto } from './carrito-state.ts'
import { pedidoKey } from './paso3-datos.ts'
import { type Calculo, type Campo, type Campos, compraOf } from './paso3-modelo.ts'
import { type Llamadas, pagar, type Respuesta, type Resultado } from './paso3-pago.ts'

/** One-time flag of session storage: the achievement of a free purchase may be shown. */
export const FREE_PURCHASE_KEY = 'compra-gratis'

export type Problema =
  | { kind: 'aviso'; text: string }
  | { kind: 'imposibles'; textos: string[] }
  | { kind: 'dialogo'; title: string; text: string }

/** Runs the purchase once at a time, and tells how it went. */
export function usePagar({
  pedidoId,
  importe,
  contacto,
  calculo,
  showProblems,
  onCodigosLost,
}: {
  pedidoId: string
  /** As shown, in pesos: nothing else is charged. Undefined until it is known. */
  importe: number | undefined
  contacto: Contacto
  calculo: Calculo
  showProblems: (campo: Campo | null, campos?: Campos) => void
  /** A code that the order had may be another's now. */
  onCodigosLost: () => void
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<'quieto' | 'pagando' | 'yendo'>('quieto')
  const [problem, setProblem] = useState<Problema | null>(null)
  const running = useRef(false) // state is too late for the second click of a double click

  // Back from the checkout, the browser may show this very page again, as it was left
  useEffect(() => {
    const wakeUp = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      running.current = false
      setPhase('quieto')
      void queryClient.invalidateQueries({ queryKey: pedidoKey(pedidoId) })
    }
    window.addEventListener('pageshow', wakeUp)
    return () => window.removeEventListener('pageshow', wakeUp)
  }, [pedidoId, queryClient])

  const reload = () => queryClient.invalidateQueries({ queryKey: pedidoKey(pedidoId) })

  /** Its page asks anew: the order as this screen knew it is no longer so. */
  const openPedido = () => {
    queryClient.removeQueries({ queryKey: pedidoKey(pedidoId) })
    return navigate(`/pedido/${pedidoId}`)
  }

  async function settle(resultado: Resultado, shown: number): Promise<boolean> {
    switch (resultado.kind) {
      case 'ir':
        setPhase('yendo')
        window.location.assign(resultado.url)
        return false // stays busy until the checkout replaces this page
      case 'gratis':
        sessionStorage.setItem(FREE_PURCHASE_KEY, pedidoId)
        navigate('/logro-compra-gratis')
        return true
      case 'cerrado':
        await openPedido()
        return true
      case 'cambio':
        queryClient.setQueryData<PedidoAnswer>(pedidoKey(pedidoId), (old) =>
          old ? { ...old, importe_final: resultado.importe } : old,
        )
        onCodigosLost()
        await reload()
        setProblem({ kind: 'aviso', text: changeText(shown, resultado) })
        return true
      case 'campos': {
        const [first] = Object.keys(resultado.campos) as Campo[]
        showProblems(first ?? null, resultado.campos)
        onCodigosLost()
        if (resultado.text || !first)
          setProblem({ kind: 'aviso', text: resultado.text || 'Revisá los datos.' })
        return true
      }
      case 'imposibles':
        updateCarrito((carrito) => ({ ...carrito, imposibles: resultado.textos }))
        setProblem(resultado)
        return true
      case 'mensaje':
        await reload()
        setProblem({ kind: 'aviso', text: resultado.text })
        return true
      case 'sin-enlace':
        setProblem({
          kind: 'dialogo',
          title: 'No se pudo generar el enlace de pago.',
          text: 'El servicio de pagos no respondió. Probá de nuevo en un momento.',
        })
        return true
      case 'falla':
        setProblem({
          kind: 'dialogo',
          title: 'Fallo al iniciar el pago',
          text: 'Revisá tu conexión o intentá más tarde.',
        })
        return true
    }
  }

  async function pay(): Promise<void> {
    if (running.current || importe === undefined) return
    running.current = true
    setProblem(null)
    setPhase('pagando')
    const shown = importe
    const done = await settle(await pagar(shown, llamadasOf(pedidoId, contacto, shown, calculo)), shown)
    if (!done) return
    running.current = false
    setPhase('quieto')
  }

  return { phase, problem, pay, dismiss: () => setProblem(null) }
}

function llamadasOf(pedido_id: string, contacto: Contacto, shown: number, calculo: Calculo): Llamadas {
  const body = compraOf(pedido_id, contacto, shown, calculo)
  return {
    completar: async () => respuestaOf(await call('POST /api/completar_compra', { body })),
    preferencia: async (total) =>
      respuestaOf(await call('POST /api/crear-preferencia', { body: { pedido_id, total } })),
    sinPago: async () => respuestaOf(await call('POST /api/registrar_compra_sin_pago', { body })),
    pedido: async () => respuestaOf(await call('GET /api/pedidos/:pedido_id', { params: { pedido_id } })),
  }
}

const respuestaOf = <T>(answer: Answer<T>): Respuesta<T> => ({
  status: answer.status,
  data: answer.ok ? answer.data : null,
  body: answer.data,
})

/** Why, if the server said so, then how much: nothing was charged yet. */
const changeText = (shown: number, { importe, detail }: Resultado & { kind: 'cambio' }): string =>
  `${detail ? `${detail} ` : ''}El total cambió de ${pesosInText(shown)} a ${pesosInText(importe)}. Si estás de acuerdo, tocá Pagar otra vez.`
