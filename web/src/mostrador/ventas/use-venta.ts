import type { MedioCaja } from '@imprimitodo/shared/rules/dinero/caja'
import { useRef, useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { useBusy } from '../../ui/state/use-busy.ts'
import { type Problemas, problemasOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'

export type Venta = {
  clave: string
  cuando: Date
  email: string
  importe: number
  puntos: number
  recortados: number
  saldo: number
}
const CAMPOS = ['email', 'importe', 'medio'] as const
type Problems = Problemas<(typeof CAMPOS)[number]>

const NO_ANSWER = 'No hubo respuesta. Tocá otra vez: aunque haya llegado, la venta suma una sola vez.'

/**
 * Sends a sale once: two taps, or a second try after a lost answer, carry the same Idempotency-Key, which changes
 * with the next sale.
 */
export function useVenta() {
  const { isBusy, run } = useBusy()
  const [problems, setProblems] = useState<Problems>({})
  const [ventas, setVentas] = useState<Venta[]>([])
  const attempt = useRef({ of: '', clave: '' })

  async function send(email: string, importe: number, medio: MedioCaja): Promise<boolean> {
    setProblems({})
    const of = `${email} ${importe} ${medio}`
    if (attempt.current.of !== of) attempt.current = { of, clave: newId() }
    const { clave } = attempt.current
    const answer = await ask('POST /api/mostrador/ventas', { body: { email, importe, medio }, clave }).catch(
      () => null,
    )
    if (answer?.ok && 'saldo' in answer.data) {
      const { data } = answer
      attempt.current = { of: '', clave: '' }
      setVentas((before) => [{ clave, cuando: new Date(), email, importe, ...data }, ...before].slice(0, 10))
    } else if (!answer) setProblems({ general: NO_ANSWER })
    else if (answer.codigo === 'no_existe')
      setProblems({ email: answer.errores ?? 'No hay ninguna cuenta con ese e-mail.' })
    else setProblems(problemasOf(CAMPOS, answer, 'No pudimos anotar la venta. Probá de nuevo.'))
    return answer?.ok === true
  }

  const sell = async (...venta: Parameters<typeof send>): Promise<boolean> =>
    (await run(() => send(...venta))) ?? false

  return { sell, isBusy, problems, ventas, correct: () => setProblems({}) }
}
