// Print-ready PDFs, made when a clerk first asks for them and kept as long as the order's files.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trabajo } from '@imprimitodo/shared/rules/taller/trabajo'
import type { FastifyReply } from 'fastify'
import { notFound, Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Linea, lineasOf } from '../../compra/archivos/service.ts'
import { needEnMostrador, type Pedido } from '../../compra/pedidos/service.ts'
import { areKept, type Trabajos, trabajosDe, whyNot } from '../../taller/trabajos/service.ts'
import { type PapelPdf, ticketOf } from './ticket.ts'

const WAIT_MS = 20_000
const GONE = 'Los archivos de este pedido ya se borraron.'

export function createPdfs(deps: Pick<Deps, 'db' | 'log' | 'pdf' | 'publicUrl'>, trabajos: Trabajos) {
  return {
    /** One copy of one work. @throws 404, 410 once the files are gone, 409 if it can never be made, 503 while it takes longer or the disk fails */
    async sendTrabajo(reply: FastifyReply, pedidoId: string, trabajoId: number): Promise<FastifyReply> {
      const { pedido, lineas } = await needFiles(deps, pedidoId)
      const trabajo = trabajosDe(pedido, lineas).find(({ id }) => id === trabajoId)
      if (!trabajo) throw notFound('Ese trabajo no existe.')
      const path = await within(trabajos.pathOf(pedido, lineas, trabajo))
      if (!path) throw inTheMaking()
      return asPdf(reply, nameOf(pedido, trabajo), (await stat(path)).size).send(createReadStream(path))
    },

    async sendTicket(reply: FastifyReply, pedidoId: string, papel: PapelPdf): Promise<FastifyReply> {
      const { fileName, bytes } = await ticketOf(deps, pedidoId, papel)
      return asPdf(reply, fileName, bytes.byteLength).send(Buffer.from(bytes))
    },
  }

  /** Null if it takes too long; it is made to the end, and the next call finds it. */
  async function within(making: Promise<string>): Promise<string | null> {
    const timer = new AbortController()
    const late = sleep(WAIT_MS, null, { signal: timer.signal }).catch(() => null)
    try {
      return await Promise.race([making, late])
    } catch (error) {
      const { texto, forGood } = whyNot(error)
      if (!forGood) deps.log.error({ err: error }, 'print work')
      throw refuse(forGood ? 409 : 503, texto)
    } finally {
      timer.abort()
      making.catch((err) => deps.log.warn({ err }, 'print work'))
    }
  }
}

async function needFiles({ db }: Pick<Deps, 'db'>, id: string): Promise<{ pedido: Pedido; lineas: Linea[] }> {
  const pedido = await needEnMostrador(db, id)
  const lineas = await lineasOf(db, id)
  if (!areKept(pedido, lineas)) throw refuse(410, GONE)
  return { pedido, lineas }
}

const inTheMaking = () =>
  new Refusal(
    503,
    { detail: 'El PDF todavía se está preparando. Probá de nuevo en unos segundos.' },
    { codigo: 'preparando', retryAfter: 5 },
  )

/** `name` may have any letter: old clients get it without accents. */
export function asPdf(reply: FastifyReply, name: string, size: number): FastifyReply {
  const plain = name.normalize('NFD').replace(/[^\x20-\x7e]|["\\]/g, '')
  return reply
    .type('application/pdf')
    .header('content-length', size)
    .header('content-disposition', `inline; filename="${plain}"; filename*=UTF-8''${encodeName(name)}`)
}

/** RFC 8187 has fewer characters than encodeURIComponent leaves alone. */
const encodeName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** '1042-1 Anillado 1 (2x).pdf': the order, the work, and how many times to print it. */
function nameOf({ numero }: Pedido, { id, nombre, copias, tomo }: Trabajo): string {
  const part = tomo ? ` tomo ${tomo.numero} de ${tomo.de}` : ''
  const base = nombre
    .replace(/\.pdf$/i, '')
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, ' ') // Cf: marks that turn the rest of a name around
    .replace(/\s+/g, ' ')
  const short = [...base].slice(0, 100).join('').trim() // by letters: half of one cannot be encoded
  return `${numero}-${id} ${short}${part} (${copias}x).pdf`
}
