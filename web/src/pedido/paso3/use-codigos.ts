import type { CodigoExplicado, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { emailProblem } from '@imprimitodo/shared/rules/contacto'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { cuponQuery, pendientesQuery } from '../../api/codigos.ts'
import { useSettled } from '../use-settled.ts'
import { paso3PedidoKey } from './datos.ts'

/** Of a code in the list: being asked for, or leaving it, taken. */
type Fase = 'aplicando' | 'saliendo'

/**
 * What was changed since the order last went to pay. Of a draft the server tells its codes and price; an order that went
 * to pay keeps the codes and the price it went with until it goes again.
 */
type Cambios = { added: readonly string[]; dropped: readonly string[]; importe: number | null }

const NONE: Cambios = { added: [], dropped: [], importe: null }

const NO_EMAIL = 'Escribí tu e-mail antes de aplicar un código.'
const ZERO = 'El total ya es $ 0,00: no hay nada que descontar.'
const FAILED = 'No se pudo aplicar el canje.'

/** Longer than the half second that an applied code takes to leave the list, should no end of that be told. */
const LEAVE_MS = 2_000

/** The codes that the order would go to pay with. */
function codigosOf(pedido: PedidoAnswer | undefined, { added, dropped }: Cambios): string[] {
  const told = pedido?.codigos.map(({ codigo }) => codigo) ?? []
  if (pedido?.estado !== 'confirmado') return told
  return [...new Set([...told.filter((codigo) => !dropped.includes(codigo)), ...added])]
}

/**
 * The codes of this order, as the server tells them. Each is asked for at the press; and again when the screen opens,
 * which keeps it reserved, and when the e-mail changes, since a code belongs to one.
 */
export function useCodigos({
  pedidoId,
  pedido,
  email: typedEmail,
  needEmail,
}: {
  pedidoId: string
  pedido: PedidoAnswer | undefined
  /** As typed so far. */
  email: string
  needEmail: () => void
}) {
  const queries = useQueryClient()
  const [cambios, setCambios] = useState(NONE)
  /** What the order's codes do there, as the last answer of this visit had it. */
  const [dichos, setDichos] = useState<readonly CodigoExplicado[]>([])
  const [fases, setFases] = useState<Readonly<Record<string, Fase>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [email, settleEmail] = useSettled(typedEmail.trim())
  const queue = useRef(Promise.resolve())
  const leaving = useRef(new Map<string, () => void>())
  /** As they are now, for work that waited for its turn. */
  const latest = useRef(NONE)

  const orderNow = () => queries.getQueryData<PedidoAnswer>(paso3PedidoKey(pedidoId))
  const codigosNow = () => codigosOf(orderNow(), latest.current)
  const codigos = codigosOf(pedido, cambios)
  const importe = (pedido?.estado === 'confirmado' ? cambios.importe : null) ?? pedido?.importe_final

  function note(change: (before: Cambios) => Partial<Cambios>): void {
    latest.current = { ...latest.current, ...change(latest.current) }
    setCambios(latest.current)
  }

  /** One after the other: each answer counts on the codes before it. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    queue.current = queue.current.then(work)
    return queue.current
  }
  const setFase = (codigo: string, fase: Fase | null) =>
    setFases(({ [codigo]: _, ...others }) => (fase ? { ...others, [codigo]: fase } : others))

  /** The customer's own, of which the order takes and gives back. */
  const reloadOwn = () =>
    Promise.all([queries.invalidateQueries(pendientesQuery), queries.invalidateQueries(cuponQuery)])

  const hasLeft = (codigo: string) =>
    new Promise<void>((left) => {
      leaving.current.set(codigo, left)
      setTimeout(left, LEAVE_MS)
    })

  /** What an order or a draft does: the last answer's word where the order keeps that of before. */
  function usoOf(codigo: string): CodigoExplicado | undefined {
    const told = pedido?.codigos ?? []
    const all = pedido?.estado === 'confirmado' ? [...dichos, ...told] : [...told, ...dichos]
    return all.find((one) => one.codigo === codigo)
  }

  async function reload(): Promise<void> {
    await queries.invalidateQueries({ queryKey: paso3PedidoKey(pedidoId) })
    // Of a draft all is told by now. It may have gone to pay meanwhile, without a payment link
    if (orderNow()?.estado === 'borrador') note(() => NONE)
  }

  /** Null where the server took it; else why not, and whether the order lost it. */
  async function ask(codigo: string): Promise<{ text: string; isLost: boolean } | null> {
    const body = { codigo, email, pedido_id: pedidoId }
    const answer = await call('POST /api/puntos/canjear-impresion/', { body }).catch(() => null)
    if (!answer?.ok) {
      const isLost = answer !== null && answer.status < 500 && answer.status !== 429
      return { text: codigoRefusalText(answer), isLost }
    }
    const { codigos: told = [], importe_final = null } = answer.data
    setDichos(told)
    note(({ added, dropped }) => ({
      added: [...added.filter((one) => one !== codigo), codigo],
      dropped: dropped.filter((one) => one !== codigo),
      importe: importe_final,
    }))
    return null
  }

  async function drop(codigo: string): Promise<void> {
    note(({ added, dropped }) => ({
      added: added.filter((one) => one !== codigo),
      dropped: [...dropped, codigo],
    }))
    const body = { codigo, pedido_id: pedidoId }
    // Not done, it is left out when the order goes to pay: what is not said there is given back
    const answer = await call('POST /api/puntos/quitar-impresion/', { body }).catch(() => null)
    if (!answer?.ok) return
    setDichos(answer.data.codigos)
    note(() => ({ importe: answer.data.importe_final }))
  }

  /** Asks about each again; says why those that are lost are gone. */
  async function check(): Promise<void> {
    if (codigosNow().length === 0) return
    setChecking(true)
    await inTurn(async () => {
      const lost: string[] = []
      for (const codigo of codigosNow()) {
        const refusal = await ask(codigo)
        if (!refusal?.isLost) continue
        lost.push(refusal.text)
        await drop(codigo)
      }
      if (lost.length > 0) setProblem([...new Set(lost)].join(' '))
      await Promise.all([reload(), reloadOwn()])
    })
    setChecking(false)
  }

  const checkedFor = useRef<string | null>(null)
  const isKnown = pedido !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order's arrival and the e-mail say when
  useEffect(() => {
    if (!isKnown || checkedFor.current === email || emailProblem(email)) return
    checkedFor.current = email
    void check()
  }, [email, isKnown])

  /** @param isListed it leaves a list, which says so at the end (`onLeft`) @returns whether the order has it now */
  async function apply(codigo: string, isListed: boolean): Promise<boolean> {
    setProblem(null)
    if (importe === undefined || fases[codigo]) return false
    if (emailProblem(typedEmail)) {
      setProblem(NO_EMAIL)
      needEmail()
      return false
    }
    if (importe <= 0) {
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
      await Promise.all([reload(), isListed && hasLeft(codigo)])
    })
    setFase(codigo, null)
    // Not before it left: the list that it would be missing from is the one that it is leaving
    if (isTaken) await reloadOwn()
    return isTaken
  }

  async function remove(codigo: string): Promise<void> {
    setProblem(null)
    setFase(codigo, 'aplicando')
    await inTurn(async () => {
      await drop(codigo)
      await Promise.all([reload(), reloadOwn()])
    })
    setFase(codigo, null)
  }

  const isSettling = codigos.length > 0 && email !== typedEmail.trim()
  return {
    codigos_descuento: codigos,
    fases,
    usoOf,
    problem,
    /** With them, in pesos; undefined until it is known. */
    importe,
    /** Pay waits meanwhile: the total is about to change. */
    isBusy: isChecking || isSettling || Object.keys(fases).length > 0,
    apply,
    onLeft: (codigo: string) => leaving.current.get(codigo)?.(),
    remove,
    /** Whether a code can be asked for by itself: the order is known, and the e-mail is no longer being typed. */
    isReady: pedido !== undefined && !emailProblem(email) && email === typedEmail.trim() && !isChecking,
    /** The order went to pay and some code was not its own any more. */
    recheck: () => void check(),
    /** The e-mail's field was left. */
    settleEmail,
  }
}

export type Codigos = ReturnType<typeof useCodigos>

/** Why a code was refused: the list of `errores`, or `detail`, or a text of our own. */
export function codigoRefusalText(answer: { data: unknown; errores: string | null } | null): string {
  const body = answer?.data
  if (typeof body !== 'object' || body === null) return FAILED
  if ('errores' in body && Array.isArray(body.errores) && body.errores.length > 0)
    return body.errores.join(' ')
  return 'detail' in body && typeof body.detail === 'string' && body.detail !== '' ? body.detail : FAILED
}
