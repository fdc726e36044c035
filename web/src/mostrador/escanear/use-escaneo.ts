import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messagesIn } from '../../api/reason.ts'
import { isAmong } from '../../api/rechazo.ts'
import { useBusy } from '../../ui/state/use-busy.ts'
import { pedidoKey, pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { offerUndo } from '../undo/pasos-dados.ts'
import { codigoIn, isDeBarras, sinCodigoText } from './leido.ts'
import { CODIGO_WORDS, escaneadoTitle, nameOf } from './textos.ts'

/** `vista` null: the code is unknown. `hecho`: it was marked just now. */
export type Escaneo = { codigo: string; vista: CodigoMostrador | null; text: string | null; hecho: boolean }
export type Anotado = { id: number; cuando: Date; codigo: string; text: string; isGood: boolean }

const NO_NETWORK = 'No hay conexión. Probá de nuevo.'
const WRONG_EMAIL: readonly Rechazo[] = ['datos', 'codigo_ajeno']
/** How many of this visit's codes are listed. */
const REMEMBERED = 8

/** Looks at a code, and marks it only when the clerk says so. The server alone decides. */
export function useEscaneo() {
  const cache = useQueryClient()
  const [escaneo, setEscaneo] = useState<Escaneo | null>(null)
  const [anotados, setAnotados] = useState<Anotado[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [emailProblem, setEmailProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy() // a scanner reads twice

  const note = (anotado: Omit<Anotado, 'id' | 'cuando'>) =>
    setAnotados((before) =>
      [{ id: (before[0]?.id ?? 0) + 1, cuando: new Date(), ...anotado }, ...before].slice(0, REMEMBERED),
    )

  const once = (work: () => Promise<void>): Promise<void> =>
    run(async () => {
      setProblem(null)
      setEmailProblem(null)
      await work().catch(() => setProblem(NO_NETWORK))
    })

  async function look(codigo: string): Promise<void> {
    const answer = await ask('GET /api/mostrador/codigos/:codigo', { params: { codigo } })
    if (answer.ok) {
      const vista = answer.data
      setEscaneo({ codigo, vista, text: vista.detail, hecho: false })
      if (vista.estado !== 'disponible')
        note({ codigo, text: `${nameOf(vista)}: ${vista.detail ?? escaneadoTitle(vista)}`, isGood: false })
    } else if (answer.codigo === 'codigo_desconocido') {
      setEscaneo({ codigo, vista: null, text: answer.errores, hecho: false })
      note({ codigo, text: 'No existe', isGood: false })
    } else {
      const text = answer.errores ?? 'No pudimos leer el código.'
      setEscaneo(null)
      setProblem(text)
      note({ codigo, text, isGood: false })
    }
  }

  /** @param since when the code was sent to be marked */
  function tellOrder({ pedido_id, numero, tipo }: CodigoMostrador, since: number): void {
    if (!pedido_id) return
    if (tipo === 'retiro' && numero) offerUndo([{ pedido_id, numero }], 'entregado', since)
    void cache.invalidateQueries({ queryKey: pedidosKey })
    void cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) })
  }

  return {
    escaneo,
    anotados,
    problem,
    emailProblem,
    isBusy,
    read(text: string): Promise<void> {
      return once(async () => {
        const codigo = isDeBarras(text) ? null : codigoIn(text)
        if (!codigo) {
          setEscaneo(null)
          return setProblem(sinCodigoText(text))
        }
        await look(codigo).catch((error) => {
          setEscaneo(null) // it was another code's, and so is its button
          throw error
        })
      })
    },
    /** `email`: whose sale it is; null where the code does not ask for it. */
    use(codigo: string, email: string | null): Promise<void> {
      return once(async () => {
        const answer = await ask('POST /api/mostrador/codigos/:codigo/usar', {
          params: { codigo },
          body: { email },
        })
        if (isAmong(WRONG_EMAIL, answer.codigo))
          return setEmailProblem(messagesIn(answer.data).email ?? answer.errores)
        // Another clerk was quicker, or the code ended meanwhile: looked up again, it tells who used it and when
        if (!answer.ok) return answer.codigo === 'sesion' ? undefined : look(codigo)
        const vista = answer.data
        setEscaneo({ codigo, vista, text: null, hecho: true })
        const text = `${nameOf(vista)}: ${CODIGO_WORDS[vista.tipo].done.toLowerCase()}`
        note({ codigo, text, isGood: true })
        tellOrder(vista, answer.sentAt)
      })
    },
  }
}
