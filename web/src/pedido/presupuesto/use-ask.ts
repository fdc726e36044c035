import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { messagesIn, reasonOf } from '../../api/reason.ts'
import { useNavigate } from '../../ui/link.tsx'
import { useIsShown } from '../../ui/state/use-is-shown.ts'
import { getCarrito } from '../carrito/carrito.ts'
import { adoptRepetido } from '../carrito/repetido.ts'

const FAILED = 'No pudimos armar tu pedido. Intentá de nuevo.'

/** The quote becomes the half-made order of this browser, ready to be confirmed. */
export function useAsk(token: string) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** Names of the files that would be replaced. */
  const [inTheWay, setInTheWay] = useState<readonly string[]>([])
  const running = useRef(false)
  const isShown = useIsShown()

  /** Whether there is a half-made order, whose files the customer is then shown. */
  function isInTheWay(): boolean {
    const names = getCarrito().archivos.map(({ name }) => name)
    setInTheWay(names)
    return names.length > 0
  }

  async function ask({ discard = false } = {}): Promise<void> {
    if (running.current) return
    if (!discard && isInTheWay()) return
    running.current = true
    setInTheWay([])
    setBusy(true)
    setProblem(null)
    const carrito = newId()
    const answer = await call('POST /api/presupuestos/:token/pedir', {
      params: { token },
      body: { carrito },
    }).catch(() => null)
    running.current = false
    setBusy(false)
    if (!answer) return setProblem('Parece que no hay conexión. Intentá de nuevo.')
    if (!answer.ok) return setProblem(messagesIn(answer.data).archivos ?? reasonOf(answer) ?? FAILED)
    // Files may have been added meanwhile, also in another tab
    if (!isShown() || (!discard && isInTheWay())) return
    adoptRepetido(carrito, answer.data)
    navigate('/imprimitodo/paso3')
  }
  return { pedir: ask, isBusy, problem, inTheWay, giveUp: () => setInTheWay([]) }
}
