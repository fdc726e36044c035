import type { CodigoExplicado, PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { cuponQuery, pendientesQuery } from '../../api/codigos.ts'
import { pedidoQuery } from '../../api/queries.ts'
import { messagesIn } from '../../api/reason.ts'
import { isAmong } from '../../api/rechazo.ts'
import { storedAccess } from '../../api/session/token.ts'
import { useSettled } from '../../ui/state/use-settled.ts'
import { noteCodigo } from '../carrito/recien-cotizado.ts'

/** A code's state in the list: being applied, or leaving the list once applied. */
type Fase = 'aplicando' | 'saliendo'

/** The codes that the order would be paid with, and its price with them, in pesos: as the server told it. */
type Cuenta = Pick<PedidoAnswer, 'codigos' | 'importe_final'>

/** `quitados`: codes that the customer took out, and that the server keeps until there is a link without them. */
type Respuesta = Cuenta & { quitados: readonly string[] }

/** Why a code was refused. `isLost`: the order does not keep it. `isAjeno`: it is not of that e-mail. */
type Negado = { text: string; isLost: boolean; isAjeno: boolean }

/** `isOfTry`: why a code that the customer tried was refused; otherwise, which codes the order lost. */
type Problema = { text: string; isOfTry: boolean }

const NONE: readonly CodigoExplicado[] = []

const NO_EMAIL = 'Escribí tu e-mail antes de aplicar un código.'
const ZERO = 'El total ya es $ 0,00: no hay nada que descontar.'
const FAILED = 'No se pudo aplicar el canje.'
const INGRESA = 'Si es de tu cuenta, ingresá y aplicalo de nuevo.'

/** The order does not keep a code that is refused so. After any other refusal it may be asked for again. */
const LOST: readonly Rechazo[] = [
  'codigo_ajeno',
  'codigo_usado',
  'codigo_vencido',
  'codigo_reservado',
  'codigo_de_premio',
  'segundo_porcentaje',
  'total_cero',
]

/**
 * Longer than the half second that an applied code takes to leave the list, in case its end is not reported.
 */
const LEAVE_MS = 2_000

/** What the server answered last when a code was applied or taken out. Null: the order was loaded since. */
const respuestaQuery = (pedidoId: string) =>
  queryOptions<Respuesta | null>({
    // Not below PEDIDO_KEY: a reset of that key would forget the codes that were taken out
    queryKey: ['codigos-de-pedido', pedidoId],
    queryFn: skipToken,
    gcTime: 0, // it ends with the step
  })

/** An order with a payment link has the codes and the price of that link; later changes are in the last answer alone. */
function cuentaOf(
  pedido: PedidoAnswer | undefined,
  respuesta: Respuesta | null | undefined,
): Cuenta | undefined {
  return pedido?.estado === 'confirmado' ? (respuesta ?? pedido) : pedido
}

/** Shows the price that the server told when the order was to be paid. */
export function tellImporte(queries: QueryClient, pedidoId: string, importe_final: number): void {
  queries.setQueryData(pedidoQuery(pedidoId).queryKey, (old) => old && { ...old, importe_final })
  queries.setQueryData(respuestaQuery(pedidoId).queryKey, (old) => old && { ...old, importe_final })
}

/**
 * The codes of this order, as the server has them. Each is asked for when its button is pressed; and again
 * when the screen opens, which keeps it reserved, and when the e-mail changes, since a code belongs to one.
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
  const [fases, setFases] = useState<Readonly<Record<string, Fase>>>({})
  const [problem, setProblem] = useState<Problema | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [email, settleEmail] = useSettled(typedEmail.trim())
  const queue = useRef(Promise.resolve())
  const leaving = useRef(new Map<string, () => void>())

  const { queryKey } = pedidoQuery(pedidoId)
  const respuestaOptions = respuestaQuery(pedidoId)
  const { data: respuesta } = useQuery(respuestaOptions)
  const cuenta = cuentaOf(pedido, respuesta)
  const codigos = cuenta?.codigos ?? NONE
  const codigos_descuento = useMemo(() => codigos.map(({ codigo }) => codigo), [codigos])
  const importe = cuenta?.importe_final

  // Work that waited for its turn reads the state of that moment
  const orderNow = () => queries.getQueryData(queryKey)
  const respuestaNow = () => queries.getQueryData(respuestaOptions.queryKey) ?? null
  const cuentaNow = () => cuentaOf(orderNow(), respuestaNow())

  function tell(told: Cuenta, quitados: readonly string[]): void {
    const left = told.codigos.filter(({ codigo }) => !quitados.includes(codigo))
    const answered: Respuesta = { codigos: left, importe_final: told.importe_final, quitados }
    queries.setQueryData(respuestaOptions.queryKey, answered)
  }

  /** Runs work one after the other: each answer depends on the codes before it. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    queue.current = queue.current.then(work)
    return queue.current
  }
  const setFase = (codigo: string, fase: Fase | null) =>
    setFases(({ [codigo]: _, ...others }) => (fase ? { ...others, [codigo]: fase } : others))

  /** Reloads the customer's own codes, some of which the order takes or releases. */
  const reloadOwn = () =>
    Promise.all([queries.invalidateQueries(pendientesQuery), queries.invalidateQueries(cuponQuery)])

  const hasLeft = (codigo: string) =>
    new Promise<void>((left) => {
      leaving.current.set(codigo, left)
      setTimeout(left, LEAVE_MS)
    })

  async function reload(): Promise<void> {
    await queries.invalidateQueries({ queryKey })
    // A draft's data is complete now. Meanwhile it may have become an order without a payment link
    if (orderNow()?.estado === 'borrador') queries.setQueryData(respuestaOptions.queryKey, null)
  }

  /** Null where the server accepted it; else why not, and whether the order lost it. */
  async function ask(codigo: string): Promise<Negado | null> {
    const body = { codigo, email, pedido_id: pedidoId }
    const answer = await call('POST /api/puntos/canjear-impresion/', { body }).catch(() => null)
    if (!answer?.ok) {
      const isLost = isAmong(LOST, answer?.codigo)
      return { text: codigoRefusalText(answer), isLost, isAjeno: answer?.codigo === 'codigo_ajeno' }
    }
    noteCodigo()
    const { codigos: told, importe_final } = answer.data
    const quitados = respuestaNow()?.quitados.filter((one) => one !== codigo) ?? []
    if (told && importe_final !== undefined) tell({ codigos: told, importe_final }, quitados)
    return null
  }

  async function drop(codigo: string): Promise<void> {
    const body = { codigo, pedido_id: pedidoId }
    const answer = await call('POST /api/puntos/quitar-impresion/', { body }).catch(() => null)
    // If this failed, the code is left out of the purchase, which releases it too
    const told = answer?.ok ? answer.data : cuentaNow()
    if (told) tell(told, [...(respuestaNow()?.quitados ?? []), codigo])
  }

  /** Asks about each code again; shows why lost ones are gone. */
  async function check(): Promise<void> {
    if (!cuentaNow()?.codigos.length) return
    setChecking(true)
    await inTurn(async () => {
      const lost: string[] = []
      for (const { codigo } of cuentaNow()?.codigos ?? NONE) {
        const refusal = await ask(codigo)
        if (!refusal?.isLost) continue
        lost.push(`${codigo}: ${refusal.text}`)
        // The code was accepted before: the customer may have logged out of its account since
        if (refusal.isAjeno && !storedAccess()) lost.push(INGRESA)
        await drop(codigo)
      }
      if (lost.length > 0) setProblem({ text: [...new Set(lost)].join(' '), isOfTry: false })
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

  /** `isListed`: it leaves a list, which says so at the end (`onLeft`). @returns whether the order has it now */
  async function apply(codigo: string, { isListed = false } = {}): Promise<boolean> {
    setProblem(null)
    if (importe === undefined || fases[codigo]) return false
    if (emailProblem(typedEmail)) {
      setProblem({ text: NO_EMAIL, isOfTry: true })
      needEmail()
      return false
    }
    if (importe <= 0) {
      setProblem({ text: ZERO, isOfTry: true })
      return false
    }
    setFase(codigo, 'aplicando')
    let isTaken = false
    await inTurn(async () => {
      const refusal = await ask(codigo)
      if (refusal) return setProblem({ text: refusal.text, isOfTry: true })
      isTaken = true
      setFase(codigo, 'saliendo')
      await Promise.all([reload(), isListed && hasLeft(codigo)])
    })
    setFase(codigo, null)
    // Only after the code has left the list: the reload would remove it at once
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
    /** With what each takes off. */
    codigos,
    codigos_descuento,
    fases,
    problem: problem?.text ?? null,
    /** Another code is being typed: the last one's refusal is over, but not that the order lost a code. */
    onTyped: () => setProblem((before) => (before?.isOfTry ? null : before)),
    /** The price with these codes, in pesos; undefined until it is known. */
    importe,
    /** The Pay button waits meanwhile: the total is about to change. */
    isBusy: isChecking || isSettling || Object.keys(fases).length > 0,
    apply,
    onLeft: (codigo: string) => leaving.current.get(codigo)?.(),
    remove,
    /**
     * Whether a code can be applied automatically: the order is loaded, and the e-mail is no longer being
     * typed.
     */
    isReady: pedido !== undefined && !emailProblem(email) && email === typedEmail.trim() && !isChecking,
    /** Called after a payment try in which another order had taken some code. */
    recheck: () => void check(),
    /** The e-mail's field was left. */
    settleEmail,
  }
}

export type UsoDeCodigos = ReturnType<typeof useCodigos>

/** Why a code was refused: the list of `errores`, or `detail`, or a text of our own. */
export function codigoRefusalText(answer: { data: unknown; errores: string | null } | null): string {
  const { errores, detail } = messagesIn(answer?.data)
  return errores ?? detail ?? FAILED
}
