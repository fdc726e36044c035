import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { emailProblem } from '@imprimitodo/shared/rules/contacto'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { cuponQuery, pendientesQuery } from '../api/codigos.ts'
import { getCarrito, setContacto } from './carrito.ts'
import type { Contacto } from './carrito-state.ts'
import { NO_EMAIL, refusalText, ZERO } from './paso3-codigos-textos.ts'
import { pedidoKey } from './paso3-datos.ts'
import { useSettled } from './use-settled.ts'

/** What the server said of a code that this order has. */
type Aplicado = { descuento: number; reglas: string[] }
/** Of a code in the list: being asked for, or leaving it, taken. */
type Fase = 'aplicando' | 'saliendo'

/** An applied code leaves the list with an animation of 0.5 s. */
const LEAVE_MS = 500

/**
 * The codes of this order. Which ones is kept in the half-made order; whether they may be used and what each is worth
 * is the server's word: asked for at the press, again after a reload (which keeps it reserved, too), and when the
 * e-mail changes, since a code belongs to one.
 */
export function useCodigos({
  pedidoId,
  pedido,
  contacto,
  needEmail,
}: {
  pedidoId: string
  pedido: PedidoAnswer | undefined
  contacto: Contacto
  needEmail: () => void
}) {
  const queries = useQueryClient()
  const [aplicados, setAplicados] = useState<Record<string, Aplicado>>({})
  const [fases, setFases] = useState<Record<string, Fase>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [importe, setImporte] = useState<number | null>(null)
  const [round, setRound] = useState(0)
  const [isChecking, setChecking] = useState(false)
  const [email, settleEmail] = useSettled(contacto.email.trim())
  /** Of this round and e-mail: each code is asked for once. */
  const asked = useRef(new Set<string>())
  const queue = useRef(Promise.resolve())
  const kept = contacto.codigos.join(' ')

  /** One after the other: each answer counts on the codes before it. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    queue.current = queue.current.then(work)
    return queue.current
  }
  const setFase = (codigo: string, fase: Fase | null) =>
    setFases(({ [codigo]: _, ...others }) => (fase ? { ...others, [codigo]: fase } : others))

  const reload = useCallback(async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: pedidoKey(pedidoId) }),
      queries.invalidateQueries(pendientesQuery),
      queries.invalidateQueries(cuponQuery),
    ])
  }, [queries, pedidoId])

  /** Null where the server took it; else why not, and whether the order lost it. */
  async function ask(codigo: string): Promise<{ text: string; isLost: boolean } | null> {
    asked.current.add(`${email} ${codigo}`)
    const body = { codigo, email, pedido_id: pedidoId }
    const answer = await call('POST /api/puntos/canjear-impresion/', { body }).catch(() => null)
    if (!answer?.ok) {
      const isLost = answer !== null && answer.status < 500 && answer.status !== 429
      return { text: refusalText(answer), isLost }
    }
    const { descuento, reglas, importe_final = null } = answer.data
    setAplicados((known) => ({ ...known, [codigo]: { descuento, reglas } }))
    setImporte(importe_final)
    return null
  }

  async function drop(codigo: string): Promise<void> {
    setContacto({ codigos: getCarrito().contacto.codigos.filter((one) => one !== codigo) })
    const body = { codigo, pedido_id: pedidoId }
    // Not done, it is left out when the order goes to pay: what is not said there is given back
    const answer = await call('POST /api/puntos/quitar-impresion/', { body }).catch(() => null)
    if (answer?.ok) setImporte(answer.data.importe_final)
  }

  // Those of an earlier visit of this order, which this browser may have forgotten
  const isAdopted = useRef(false)
  useEffect(() => {
    if (!pedido || isAdopted.current) return
    isAdopted.current = true
    const mine = getCarrito().contacto.codigos
    const theirs = pedido.codigos.map(({ codigo }) => codigo).filter((codigo) => !mine.includes(codigo))
    if (theirs.length > 0) setContacto({ codigos: [...mine, ...theirs] })
  }, [pedido])

  const isKnown = pedido !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the codes, the e-mail and the round say when
  useEffect(() => {
    const isOpen = (codigo: string) => codigo !== '' && !asked.current.has(`${email} ${codigo}`)
    if (!isKnown || emailProblem(email) || !kept.split(' ').some(isOpen)) return
    setChecking(true)
    void inTurn(async () => {
      const lost: string[] = []
      for (const codigo of getCarrito().contacto.codigos.filter(isOpen)) {
        const refusal = await ask(codigo)
        if (!refusal?.isLost) continue
        lost.push(refusal.text)
        await drop(codigo)
      }
      if (lost.length > 0) setProblem([...new Set(lost)].join(' '))
      await reload()
      setChecking(false)
    })
  }, [kept, email, isKnown, round])

  /** @returns whether the order has it now */
  async function apply(codigo: string): Promise<boolean> {
    setProblem(null)
    if (!pedido || fases[codigo]) return false
    if (emailProblem(contacto.email)) {
      setProblem(NO_EMAIL)
      needEmail()
      return false
    }
    if ((importe ?? pedido.importe_final) <= 0) {
      setProblem(ZERO)
      return false
    }
    setFase(codigo, 'aplicando')
    let isTaken = false
    await inTurn(async () => {
      const refusal = await ask(codigo)
      if (refusal) return setProblem(refusal.text)
      isTaken = true
      setFase(codigo, 'saliendo')
      const { codigos } = getCarrito().contacto
      if (!codigos.includes(codigo)) setContacto({ codigos: [...codigos, codigo] })
      await Promise.all([reload(), new Promise((left) => setTimeout(left, LEAVE_MS))])
    })
    setFase(codigo, null)
    return isTaken
  }

  async function remove(codigo: string): Promise<void> {
    setProblem(null)
    setFase(codigo, 'aplicando')
    await inTurn(async () => {
      await drop(codigo)
      await reload()
    })
    setFase(codigo, null)
  }

  /** The order went to pay and some code was not its own any more: each is asked about again. */
  function recheck(): void {
    asked.current.clear()
    setRound((before) => before + 1)
  }

  const isSettling = contacto.codigos.length > 0 && email !== contacto.email.trim()
  return {
    fases,
    aplicados,
    problem,
    importe,
    /** Pay waits meanwhile: the total is about to change. */
    isBusy: isChecking || isSettling || Object.keys(fases).length > 0,
    apply,
    remove,
    recheck,
    /** The e-mail's field was left. */
    settleEmail,
  }
}

export type Codigos = ReturnType<typeof useCodigos>
