import { useRef, useState } from 'react'
import { ask } from '../session/ask.ts'

export type Venta = {
  clave: string
  cuando: Date
  email: string
  importe: number
  puntos: number
  saldo: number
}
type Problems = { email?: string; importe?: string; other?: string }

const NO_ANSWER = 'No hubo respuesta. Tocá otra vez: aunque haya llegado, la venta suma una sola vez.'

/**
 * Sends a sale once: two taps, or a second try after a lost answer, carry the same Idempotency-Key, which changes
 * with the next sale.
 */
export function useVenta() {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [ventas, setVentas] = useState<Venta[]>([])
  const running = useRef(false) // state is too late for the second click of a double click
  const attempt = useRef({ of: '', clave: '' })

  async function sell(email: string, importe: number): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setProblems({})
    const of = `${email} ${importe}`
    if (attempt.current.of !== of) attempt.current = { of, clave: newClave() }
    const { clave } = attempt.current
    const answer = await ask('POST /api/mostrador/ventas', { body: { email, importe }, clave }).catch(
      () => null,
    )
    if (answer?.ok) {
      attempt.current = { of: '', clave: '' }
      setVentas((before) =>
        [{ clave, cuando: new Date(), email, importe, ...answer.data }, ...before].slice(0, 10),
      )
    } else if (!answer) setProblems({ other: NO_ANSWER })
    else setProblems(problemsOf(answer.status, answer.data, answer.errores))
    running.current = false
    setBusy(false)
    return answer?.ok === true
  }

  return { sell, isBusy, problems, ventas, correct: () => setProblems({}) }
}

// Not randomUUID: over plain http, as the counter's own network often is, there is none
const newClave = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

function problemsOf(status: number, body: unknown, errores: string | null): Problems {
  if (status === 404) return { email: errores ?? 'No hay ninguna cuenta con ese e-mail.' }
  const found: Problems = {}
  if (typeof body === 'object' && body !== null)
    for (const [field, value] of Object.entries(body))
      if (field === 'email' || field === 'importe')
        found[field] = Array.isArray(value) ? value.join(' ') : String(value)
  return found.email || found.importe
    ? found
    : { other: errores ?? 'No pudimos anotar la venta. Probá de nuevo.' }
}
