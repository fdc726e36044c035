import {
  CODIGO_HEADER,
  type LugarRespaldo,
  PEDAZO_BYTES,
  type Restauracion,
} from '@imprimitodo/shared/api/restauracion'
import { useEffect, useRef, useState } from 'react'
import { type Answer, answerOf, call, readBody } from '../../api/call.ts'
import { isFinal } from '../../api/rechazo.ts'
import type { Problems } from '../esquema.ts'
import { problemasOf } from '../problemas.ts'

const AGAIN_MS = 3_000
const LOOK_MS = 1_000
/** After so many refusals in a row a proxy refuses for good. */
const PROXY_REFUSALS = 5

type EnCurso = 'subiendo' | 'revisando' | 'actualizando' | 'restaurando'

/** `listo`: the shop is restored, and the server runs with it. `hecho`: bytes. */
type Paso =
  | { paso: 'escribir' }
  | { paso: EnCurso; hecho: number; total: number; cortado: boolean }
  | { paso: 'reiniciando' }
  | { paso: 'listo' }

/** The name under which a file is announced. */
export const nombreOfSubida = (file: File): string => file.name.slice(-255)

type Pedido = { codigo: string; clave: string } & (
  | { archivo: File }
  | { lugar: Exclude<LugarRespaldo, 'subido'>; nombre: string }
)

type Elegido = { codigo: string; clave: string; lugar: LugarRespaldo; nombre: string }

/**
 * Sends a backup and follows its restoration until the shop runs with it. After a lost connection it
 * continues by itself; refusals are in `problems`, by field, and the bytes sent so far stay on the server.
 */
export function useRestauracion() {
  const [estado, setEstado] = useState<Paso>({ paso: 'escribir' })
  const [problems, setProblems] = useState<Problems>({})
  const ending = useRef(new AbortController())
  useEffect(() => {
    const { current } = ending
    return () => current.abort()
  }, [])

  async function start(pedido: Pedido): Promise<void> {
    const gone = new AbortController()
    ending.current = gone
    setProblems({})
    try {
      const { lugar, nombre } = 'archivo' in pedido ? await sendFile(pedido, pedido.archivo) : pedido
      const { codigo, clave } = pedido
      const body = { codigo, clave, lugar, nombre }
      setEstado({ paso: 'revisando', hecho: 0, total: 0, cortado: false })
      let isUnsure = false
      await again(
        () => begin(body, isUnsure),
        () => {
          isUnsure = true
        },
      )
      await follow(codigo)
      setEstado({ paso: 'listo' })
    } catch (error) {
      if (gone.signal.aborted) return
      setEstado({ paso: 'escribir' })
      if (!(error instanceof Refused)) throw error
      setProblems(error.problems)
    }
  }

  /**
   * Repeats the work until the shop answers. @throws Refused, also where a proxy refuses again and again; what the signal
   * says once the page is left
   */
  async function again<T>(work: () => Promise<T>, cut: () => void = () => {}): Promise<T> {
    for (let refusals = 0; ; ) {
      const { signal } = ending.current
      signal.throwIfAborted()
      try {
        return await work()
      } catch (error) {
        if (error instanceof Refused) throw error
        refusals = refusalsAfter(error, refusals)
        cut()
        await sleep(AGAIN_MS)
      }
    }
  }

  async function sendFile({ codigo }: Pedido, file: File) {
    const archivo = {
      nombre: nombreOfSubida(file),
      bytes: file.size,
      modificado: Math.trunc(file.lastModified),
    }
    if (file.size === 0) throw new Refused({ nombre: 'Ese archivo está vacío: elegí otro.' })
    const tell = (hecho: number, cortado = false) =>
      setEstado({ paso: 'subiendo', hecho, total: file.size, cortado })
    tell(0)
    const body = { codigo, ...archivo }
    const announce = async () =>
      needOk(await call('POST /api/mostrador/instalacion/respaldo', { body, token: '' })).recibidos
    let from = await again(announce, () => tell(0, true))
    while (from < file.size) {
      tell(from)
      from = await again(
        async () => {
          const answer = needShop(await putPiece(codigo, from, file.slice(from, from + PEDAZO_BYTES)))
          if (answer.ok) return answer.data.recibidos
          // Before the connection was lost, more bytes may have arrived than this page knows
          const known = await announce()
          if (known === from) throw new Refused(problemasOf(FIELDS, answer, BAD_PIECE))
          return known
        },
        () => tell(from, true),
      )
    }
    return { lugar: 'subido' as const, nombre: archivo.nombre }
  }

  /** Polls until there is an owner: then the server has restarted with the restored shop. @throws Refused */
  async function follow(codigo: string): Promise<void> {
    const look = () => call('POST /api/mostrador/instalacion/restauracion', { body: { codigo }, token: '' })
    const cut = () => setEstado({ paso: 'reiniciando' })
    const isOver = ({ codigo }: Answer<unknown>) => codigo === 'ya_instalada'
    for (let answer = await again(look, cut); !isOver(answer); answer = await again(look, cut)) {
      // A server that is stopping or starting answers 503
      if (answer.ok) tellFase(answer.data)
      else if (isFinal(answer)) needOk(answer)
      await sleep(LOOK_MS)
    }
    cut()
    const isBack = async () => {
      const answer = await call('GET /api/mostrador/instalacion', { token: '' })
      return answer.ok && !answer.data.restaurando
    }
    while (!(await again(isBack))) await sleep(LOOK_MS)
  }

  /** @throws Refused where the restoration failed */
  function tellFase({ fase, hecho, total, problema }: Restauracion): void {
    if (problema) throw new Refused({ general: problema })
    const isOver = fase === 'nada' || fase === 'reiniciando'
    setEstado(isOver ? { paso: 'reiniciando' } : { paso: fase, hecho, total, cortado: false })
  }

  return { estado, problems, setProblems, start }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The server's messages by field; 'general' for the rest. */
class Refused extends Error {
  problems: Problems
  constructor(problems: Problems) {
    super('refused')
    this.problems = problems
  }
}

/** A proxy refused in the shop's place: the next try may pass. */
class ProxyRefused extends Error {
  status: number
  constructor(status: number) {
    super(`Answered ${status}, not by the shop`)
    this.status = status
  }
}

/** How often a proxy has refused in a row. @throws Refused once that is for good */
function refusalsAfter(error: unknown, before: number): number {
  if (!(error instanceof ProxyRefused)) return 0
  if (before + 1 < PROXY_REFUSALS) return before + 1
  throw new Refused({ general: `Un servidor intermedio no lo deja pasar (${error.status}).` })
}

/** @throws ProxyRefused; another error where a proxy tells that the shop is not there, as while it restarts */
function needShop<T>(answer: Answer<T>): Answer<T> {
  if (answer.ok || answer.codigo) return answer
  if (answer.status < 500) throw new ProxyRefused(answer.status)
  throw new Error(`Answered ${answer.status}, not by the shop`)
}

/** @throws Refused; Error where a proxy refused */
function needOk<T>(answer: Answer<T>): T {
  const answered = needShop(answer)
  if (answered.ok) return answered.data
  throw new Refused(problemsOf(answered))
}

/**
 * Begins the restoration. `isUnsure`: a try whose answer was lost may have begun it, so that this one is a conflict, or the
 * shop is restored already.
 */
async function begin(body: Elegido, isUnsure: boolean): Promise<void> {
  const answer = needShop(await call('POST /api/mostrador/instalacion/restaurar', { body, token: '' }))
  const isBegun = answer.codigo === 'conflicto' || answer.codigo === 'ya_instalada'
  if (!isUnsure || !isBegun) needOk(answer)
}

export const FIELDS = ['codigo', 'clave', 'nombre'] as const
const BAD_PIECE = 'Esa parte no llegó bien. Probá de nuevo.'

export const problemsOf = (refused: Answer<unknown>): Problems =>
  problemasOf(FIELDS, refused, 'No se pudo restaurar.')

async function putPiece(codigo: string, from: number, piece: Blob): Promise<Answer<{ recibidos: number }>> {
  const response = await fetch(`/api/mostrador/instalacion/respaldo/${from}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream', [CODIGO_HEADER]: codigo },
    body: piece,
    credentials: 'include',
  })
  return answerOf(response, readBody(await response.text()))
}
