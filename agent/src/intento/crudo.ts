// One attempt to print a ticket on a thermal printer, which takes bytes over a plain connection and reports
// nothing. Before the first byte it waits and tries again; from then on it never does: a person has to see
// whether it came out.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tarea } from '@imprimitodo/shared/api/agente'
import { FASES_FINALES } from '@imprimitodo/shared/rules/taller/impresion'
import type { Document } from '../ipp/transport.ts'
import { firstNota, type Nota, nextNota } from './journal.ts'
import type { Mundo } from './mundo.ts'

export type MundoCrudo = Omit<Mundo, 'cuenta' | 'printer' | 'perfil'> & {
  /** socket://host:port */
  uri: string
}

const PORT = 9100
const CONNECT_MS = 10_000
/** If the printer takes no byte and reports no end for this long, it is unknown whether the work came out. */
const SILENT_MS = 15_000

const CUT = 'Se cortó mientras se mandaba: puede haber salido una parte.'

/** Goes on from the last line of `notas`; resolves with the attempt's last. Rejects on the signal or a disk error. */
export async function printCrudo(tarea: Tarea, notas: readonly Nota[], mundo: MundoCrudo): Promise<Nota> {
  let ultima = notas.at(-1)

  async function note(fase: Nota['fase'], mensaje: string | null = null): Promise<Nota> {
    const nota = { ...nextNota(ultima ?? firstNota(tarea), tarea), fase, mensaje }
    await mundo.write(nota)
    ultima = nota
    return nota
  }

  /** Null: not a byte was sent, so it is tried again. */
  async function send(socket: Socket): Promise<Nota | null> {
    const isOurs = await mundo.authorise().catch(() => null)
    if (isOurs === null) {
      mundo.waiting('Sin conexión con el sistema')
      return null
    }
    if (!isOurs) return note('cancelado', 'La tomó otro agente o se canceló.')
    const { stream } = await mundo.document()
    await note('enviando')
    mundo.waiting(null)
    return (await pour(socket, stream)) ? note('completo') : note('verificar', CUT)
  }

  async function attempt(): Promise<Nota | null> {
    if (mundo.isCalledOff()) return note('cancelado', 'Cancelada antes de mandarla.')
    const socket = await open(mundo.uri).catch(() => null)
    if (!socket) {
      mundo.waiting('Impresora apagada o sin red')
      return null
    }
    return send(socket).finally(() => socket.destroy())
  }

  if (ultima && FASES_FINALES.includes(ultima.fase)) return ultima
  if (ultima?.fase === 'enviando') return note('verificar', CUT)
  if (!ultima) await note('creando')
  for (;;) {
    mundo.signal.throwIfAborted()
    const end = await attempt()
    if (end) return end
    await sleep(mundo.pauseMs, undefined, { signal: mundo.signal })
  }
}

/** Connects to the printer. Rejects where it does not answer within ten seconds. */
export async function open(uri: string): Promise<Socket> {
  const { hostname, port } = new URL(uri.replace(/^socket:/i, 'http:'))
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || PORT) })
  // An error without a listener ends the process; `pour` listens to those that matter
  socket.on('error', () => {})
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Whether the printer took all of it and ended the conversation in order. */
async function pour(socket: Socket, stream: Document['stream']): Promise<boolean> {
  let failed = false
  socket.on('error', () => {
    failed = true
  })
  socket.setTimeout(SILENT_MS, () => socket.destroy(new Error('silent')))
  // Its reports are not used, but unread they would keep the end of the connection from being heard
  socket.resume()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  try {
    for await (const part of stream) {
      if (failed || socket.destroyed) break
      if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
    }
    socket.end()
  } catch {
    failed = true
    socket.destroy()
  }
  await closed
  return !failed && socket.bytesWritten > 0
}
