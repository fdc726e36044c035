import { isEmail } from '@imprimitodo/shared/rules/base/contacto'
import { nextMidnight } from '@imprimitodo/shared/rules/base/fecha'
import { TIRADAS_POR_DIA } from '@imprimitodo/shared/rules/fidelidad/tirada'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useReducer, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { serverNow } from '../api/clock.ts'
import {
  claveOfTirada,
  forgetTirada,
  guardadosHoy,
  isTiradaPendiente,
  keepGanado,
} from '../api/codigos-guardados.ts'
import { dataOf } from '../api/query-client.ts'
import { reasonOf, waitOf } from '../api/reason.ts'
import { useEndOfDay } from './use-end-of-day.ts'
import { useGiro } from './use-giro.ts'

const rangoQuery = queryOptions({
  queryKey: ['ruleta-rango'],
  queryFn: ({ signal }) => dataOf(call('GET /api/ruleta/rango/', { signal })),
})

/** `hasta`: the end of the day whose spins these are, in ms since 1970. */
export type Tiradas = { correo: string; cantidad: number; restantes: number; hasta: number }
/** The message of the screen, and what the server said about it. */
export type ProblemaTirada = { text: string; reason: string | null }

const endOfToday = () => nextMidnight(new Date(serverNow()))

const NO_CORREO = 'Por favor ingresa un correo válido'

const askTiradas = (correo: string) => call('GET /api/ruleta', { query: { correo } }).catch(() => null)

/** The wheel from the e-mail that unlocks it to the code that a spin gives. */
export function useRuleta() {
  const rango = useQuery(rangoQuery)
  const [tiradas, setTiradas] = useState<Tiradas | null>(null)
  const [phase, setPhase] = useState<'quieta' | 'abriendo' | 'girando'>('quieta')
  const [ultimo, setUltimo] = useState<string | null>(null)
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const [problem, setProblem] = useState<ProblemaTirada | null>(null)
  const [correoProblem, setCorreoProblem] = useState<string | null>(null)
  const { wheel, turn, land, stop } = useGiro()
  // A code ends with its day
  const guardados = guardadosHoy()
  const ganado = guardados.find(({ codigo }) => codigo === ultimo) ?? null
  const running = useRef(false) // state would be set too late for a double click

  useEndOfDay(tiradas?.hasta ?? guardados[0]?.vence ?? null, () => {
    redraw()
    if (tiradas) void beginDay(tiradas.correo)
  })

  async function beginDay(correo: string): Promise<void> {
    const answer = await askTiradas(correo)
    const [found] = answer?.ok ? answer.data : []
    setTiradas(found ? tiradasOf(correo, found) : null)
  }

  /** One thing at a time. */
  const once =
    <A extends unknown[]>(busy: 'abriendo' | 'girando', run: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      if (running.current) return
      running.current = true
      setProblem(null)
      setPhase(busy)
      await run(...args)
      running.current = false
      setPhase('quieta')
    }

  const unlock = once('abriendo', async (typed: string) => {
    const correo = typed.trim()
    setCorreoProblem(isEmail(correo) ? null : NO_CORREO)
    if (!isEmail(correo)) return
    const answer = await askTiradas(correo)
    const [found] = answer?.ok ? answer.data : []
    if (found) setTiradas(tiradasOf(correo, found))
    else if (!answer) setProblem({ text: 'Error al conectar con el servidor...', reason: null })
    else
      setProblem({
        text: 'Error al validar el correo. Intenta nuevamente.',
        reason: waitOf(answer),
      })
  })

  const spin = once('girando', async () => {
    if (!rango.data || !tiradas) return
    turn()
    const { correo } = tiradas
    const isAgain = isTiradaPendiente(correo)
    const clave = claveOfTirada(correo)
    const ask = () => call('GET /api/ruleta/jugar/', { clave })
    const answer = await ask()
      .catch(ask)
      .catch(() => null)
    if (!answer?.ok) {
      stop()
      setProblem({ text: 'Error al jugar la ruleta. Intenta nuevamente.', reason: reasonOf(answer) })
      // It was spun in another tab, or the unlocking cookie expired meanwhile
      if (answer?.codigo === 'sin_tiradas') {
        forgetTirada()
        setTiradas({ ...tiradas, restantes: 0 })
      }
      if (answer?.codigo === 'falta_correo') setTiradas(null)
      return
    }
    const { valor, codigo, descuento } = answer.data
    keepGanado({ codigo, descuento, correo })
    setTiradas(await leftAfter(tiradas, isAgain))
    const isKnown = valor >= rango.data.min && valor <= rango.data.max
    // The owner changed the wheel meanwhile: it is redrawn before it stops
    const drawn = isKnown ? rango.data : ((await rango.refetch()).data ?? rango.data)
    await land(valor, drawn)
    setUltimo(codigo)
  })

  return {
    rango,
    tiradas,
    phase,
    ganado,
    problem,
    correoProblem,
    wheel,
    unlock,
    spin,
    correct: () => setCorreoProblem(null),
    anteriores: guardados.filter(({ codigo }) => codigo !== ganado?.codigo),
  }
}

/** `restantes_hoy` is absent where a server that stands in for ours knows the first keys alone (docs/decisions/071). */
type Contadas = { cantidad_tiradas: number; restantes_hoy?: number }

/** A spin that was counted although its answer was lost has its code still to come. */
function tiradasOf(correo: string, { cantidad_tiradas, restantes_hoy = TIRADAS_POR_DIA }: Contadas): Tiradas {
  const left = isTiradaPendiente(correo) ? 1 : 0
  return {
    correo,
    cantidad: cantidad_tiradas,
    restantes: Math.max(restantes_hoy, left),
    hasta: endOfToday(),
  }
}

/** The spins left after a spin. If it was sent before, or yesterday, only the server knows whether it was counted. */
async function leftAfter(
  { correo, cantidad, restantes, hasta }: Tiradas,
  isAgain: boolean,
): Promise<Tiradas> {
  const answer = isAgain || serverNow() >= hasta ? await askTiradas(correo) : null
  const [found] = answer?.ok ? answer.data : []
  return {
    correo,
    cantidad: found?.cantidad_tiradas ?? cantidad + 1,
    restantes: found?.restantes_hoy ?? Math.max(0, restantes - 1),
    hasta: endOfToday(),
  }
}
