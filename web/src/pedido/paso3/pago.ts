import { pesosInText } from '@imprimitodo/shared/rules/base/dinero'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Answer, call } from '../../api/call.ts'
import { compraGratis } from '../../api/compra-gratis.ts'
import { configQuery, pedidoQuery } from '../../api/queries.ts'
import { messagesIn, numberAt } from '../../api/reason.ts'
import { isAmong, isFinal } from '../../api/rechazo.ts'
import { textsIn } from '../../api/upload/upload-result.ts'
import { useNavigate } from '../../ui/link.tsx'
import { useIsShown } from '../../ui/state/use-is-shown.ts'
import { updateCarrito } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import { noteCotizacion } from '../carrito/recien-cotizado.ts'
import {
  type CalculoDeEntrega,
  type CampoDePaso3,
  camposOf,
  compraOf,
  type ProblemasDePaso3,
} from './modelo.ts'
import { COTIZAR_KEY } from './queries.ts'
import { tellImporte } from './use-codigos.ts'

/** A call that never arrived throws. `costo_delivery` is absent from an answer that does not carry it. */
export type Llamadas = {
  complete: () => Promise<Answer<{ importe_final: number; costo_delivery?: number }>>
  preferencia: (total: number) => Promise<Answer<{ init_point: string }>>
  sinPago: () => Promise<Answer<unknown>>
}

/** In pesos, as the customer last saw them: what is charged now, and what the delivery costs at the door. */
type Mostrado = { importe: number; envio: number }

export type ResultadoPago =
  | { kind: 'ir'; url: string }
  | { kind: 'gratis' }
  /** The server's amount, or what its delivery costs, differs from the one shown: show it and ask again. */
  | { kind: 'cambio'; importe: number; envio?: number; detail?: string }
  | { kind: 'campos'; campos: ProblemasDePaso3; text: string }
  /** Pages that cannot be printed: one sentence a file, naming it. */
  | { kind: 'imposibles'; textos: string[] }
  /** Paid, cancelled or expired: the order's own page shows which. */
  | { kind: 'cerrado' }
  /** `isGone`: the server does not know the order any more. */
  | { kind: 'mensaje'; text: string; isGone?: true }
  | { kind: 'sin-enlace' }
  | { kind: 'falla' }
  /** The customer left the step meanwhile: the order may be changed by now. */
  | { kind: 'dejado' }

/**
 * Confirms the purchase and starts its payment. Every call may be repeated: the server answers the same order and
 * the same link, so that trying again never makes a second one.
 * @param shown nothing else is ever charged.
 * @param isShown whether the step is still on the screen; otherwise there is no payment.
 */
export async function payPedido(
  shown: Mostrado,
  llamadas: Llamadas,
  isShown: () => boolean,
): Promise<ResultadoPago> {
  const resultado = await attempt(shown, llamadas, isShown)
  return isShown() ? resultado : { kind: 'dejado' }
}

async function attempt(shown: Mostrado, llamadas: Llamadas, isShown: () => boolean): Promise<ResultadoPago> {
  try {
    const compra = await llamadas.complete()
    if (!compra.ok) return refused(compra)
    if (!isShown()) return { kind: 'dejado' }
    const { importe_final, costo_delivery: envio = shown.envio } = compra.data
    if (envio !== shown.envio) return { kind: 'cambio', importe: importe_final, envio }
    if (importe_final !== shown.importe) return { kind: 'cambio', importe: importe_final }
    if (importe_final >= 1) return await payOnline(importe_final, llamadas)
    const gratis = await llamadas.sinPago()
    // A proxy may answer 200 with nothing: then the shop knows of no order
    return gratis.ok && gratis.data ? { kind: 'gratis' } : refused(gratis)
  } catch {
    return { kind: 'falla' } // no network: the customer is told, and can try again
  }
}

async function payOnline(total: number, llamadas: Llamadas): Promise<ResultadoPago> {
  const preferencia = await llamadas.preferencia(total)
  if (preferencia.ok && preferencia.data?.init_point) return { kind: 'ir', url: preferencia.data.init_point }
  return isFinal(preferencia) ? refused(preferencia) : { kind: 'sin-enlace' }
}

/** The price is another one now, of two of these because another order has the code. */
const CAMBIAN: readonly Rechazo[] = ['importe_cambio', 'codigo_usado', 'codigo_reservado']

function refused(refusal: Answer<unknown>): ResultadoPago {
  const { codigo, data: body } = refusal
  if (codigo === 'no_se_imprime') return { kind: 'imposibles', textos: textsIn(body, 'archivos') }
  if (codigo === 'pedido_pagado' || codigo === 'pedido_cerrado') return { kind: 'cerrado' }
  const importe = isAmong(CAMBIAN, codigo) ? numberAt(body, 'importe_final') : null
  if (importe !== null) return { kind: 'cambio', importe, ...detailOf(body) }
  if (!isFinal(refusal)) return { kind: 'falla' }
  const { campos, rest } = camposOf(body)
  if (Object.keys(campos).length > 0) return { kind: 'campos', campos, text: rest.join(' ') }
  // The server's sentence tells what to do: too many unpaid orders, codes tried too often, pages that are still
  // examined
  const { detail: text = rest.join(' ') } = detailOf(body)
  if (text === '') return { kind: 'falla' }
  return { kind: 'mensaje', text, ...(codigo === 'no_existe' && { isGone: true }) }
}

/** The server's sentence naming the codes that another order took. */
function detailOf(body: unknown): { detail?: string } {
  const { detail } = messagesIn(body)
  return detail === undefined ? {} : { detail }
}

export type PagoFallido =
  | { kind: 'aviso'; text: string }
  | { kind: 'imposibles'; textos: string[] }
  | { kind: 'dialogo'; title: string; text: string }

const SIN_ENLACE: PagoFallido = {
  kind: 'dialogo',
  title: 'No se pudo generar el enlace de pago.',
  text: 'El servicio de pagos no respondió. Probá de nuevo en un momento.',
}
const FALLA: PagoFallido = {
  kind: 'dialogo',
  title: 'Fallo al iniciar el pago',
  text: 'Revisá tu conexión o intentá más tarde.',
}

/** Runs the purchase once at a time, and reports its result. */
export function usePay({
  pedidoId,
  importe,
  contacto,
  calculo,
  codigos,
  showProblems,
  onCodigosLost,
}: {
  pedidoId: string
  /** The shown amount, in pesos: no other amount is charged. Undefined until it is known. */
  importe: number | undefined
  contacto: Contacto
  calculo: CalculoDeEntrega
  /** The codes that the order is paid with. */
  codigos: readonly string[]
  showProblems: (campo: CampoDePaso3 | null, campos?: ProblemasDePaso3) => void
  /** Called when another order may have taken one of the order's codes. */
  onCodigosLost: () => void
}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [phase, setPhase] = useState<'quieto' | 'pagando' | 'yendo'>('quieto')
  const [problem, setProblem] = useState<PagoFallido | null>(null)
  const isShown = useIsShown()
  const running = useRef(false) // state would be set too late for a double click
  const { queryKey } = pedidoQuery(pedidoId)

  // Back from the checkout, the browser may show this very page again, as it was left
  useEffect(() => {
    const wakeUp = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      running.current = false
      setPhase('quieto')
      void queryClient.invalidateQueries(pedidoQuery(pedidoId))
    }
    window.addEventListener('pageshow', wakeUp)
    return () => window.removeEventListener('pageshow', wakeUp)
  }, [pedidoId, queryClient])

  const reload = () => queryClient.invalidateQueries({ queryKey })

  const reloadEnvio = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: COTIZAR_KEY }),
      queryClient.invalidateQueries(configQuery),
    ])

  /** The order's page loads it again, since it has changed. */
  const openPedido = () => {
    queryClient.removeQueries({ queryKey })
    navigate(`/pedido/${pedidoId}`)
  }

  async function settle(resultado: ResultadoPago, shown: number): Promise<boolean> {
    switch (resultado.kind) {
      case 'ir':
        setPhase('yendo')
        window.location.assign(resultado.url)
        return false // stays busy until the checkout replaces this page
      case 'gratis':
        if (compraGratis.write(pedidoId)) navigate('/logro-compra-gratis')
        else openPedido()
        return true
      case 'cerrado':
        openPedido()
        return true
      case 'dejado':
        return true
      case 'cambio':
        tellImporte(queryClient, pedidoId, resultado.importe)
        onCodigosLost()
        await Promise.all([reload(), resultado.envio !== undefined && reloadEnvio()])
        setProblem({ kind: 'aviso', text: changeText(shown, resultado) })
        return true
      case 'campos': {
        const [first] = Object.keys(resultado.campos) as CampoDePaso3[]
        showProblems(first ?? null, resultado.campos)
        onCodigosLost()
        if (resultado.text) setProblem({ kind: 'aviso', text: resultado.text })
        return true
      }
      case 'imposibles':
        updateCarrito((carrito) => ({ ...carrito, imposibles: resultado.textos }))
        setProblem(resultado)
        return true
      case 'mensaje':
        if (resultado.isGone) noteCotizacion(null) // now the step tells it, too
        onCodigosLost()
        await reload()
        setProblem({ kind: 'aviso', text: resultado.text })
        return true
      case 'sin-enlace':
        setProblem(SIN_ENLACE)
        return true
      case 'falla':
        setProblem(FALLA)
        return true
    }
  }

  async function pay(): Promise<void> {
    if (running.current || importe === undefined) return
    running.current = true
    setProblem(null)
    setPhase('pagando')
    const compra = compraOf(pedidoId, contacto, importe, calculo, codigos)
    const shown = { importe, envio: compra.costo_delivery }
    const done = await settle(await payPedido(shown, llamadasOf(compra), isShown), importe)
    if (!done) return
    running.current = false
    setPhase('quieto')
  }

  return { phase, problem, pay, dismiss: () => setProblem(null) }
}

function llamadasOf(body: ReturnType<typeof compraOf>): Llamadas {
  const { pedido_id } = body
  return {
    complete: () => call('POST /api/completar_compra', { body }),
    preferencia: (total) => call('POST /api/crear-preferencia', { body: { pedido_id, total } }),
    sinPago: () => call('POST /api/registrar_compra_sin_pago', { body }),
  }
}

/** The reason, if the server gave one, and what is new: nothing was charged yet. */
function changeText(shown: number, { importe, envio, detail }: ResultadoPago & { kind: 'cambio' }): string {
  const total = importe !== shown && `El total cambió de ${pesosInText(shown)} a ${pesosInText(importe)}.`
  const delivery = envio !== undefined && `El envío ahora cuesta ${pesosInText(envio)} y se paga al recibir.`
  return [detail, total, delivery, 'Si estás de acuerdo, tocá Pagar otra vez.'].filter(Boolean).join(' ')
}
