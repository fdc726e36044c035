// Downloads of the program: by an agent that updates itself, and by the browser of the person who installs
// one.
import { basename, dirname } from 'node:path'
import send from '@fastify/send'
import { textField } from '@imprimitodo/shared/api/campos'
import { PLATAFORMAS } from '@imprimitodo/shared/rules/taller/programa'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { notFound, refuse } from '../../../base/http/errors.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { findAgenteVivo } from '../store.ts'
import { readBoleto } from './boleto.ts'
import { makePaquete } from './paquete.ts'
import { type Pieza, touch } from './piezas.ts'
import type { Programas } from './programa.ts'

const Archivo = z.object({
  plataforma: z.enum(PLATAFORMAS, 'Ese sistema no existe.'),
  sha256: textField(64).regex(/^[0-9a-f]{64}$/),
})
const Boleto = z.object({ boleto: textField(120) })
const GONE = 'Ese enlace venció: pedí la descarga de nuevo en Impresoras.'

/** Behind the agents' authentication: one packed file of the current version. */
export function programaAgenteRoutes(agent: FastifyInstance, programas: Programas): void {
  agent.get(
    '/api/agente/programa/:plataforma/:sha256',
    { schema: { params: Archivo } },
    async (request, reply) => {
      const { plataforma, sha256 } = request.params as z.output<typeof Archivo>
      const { piezas } = await programas.make(plataforma)
      const pieza: Pieza | undefined = piezas.find(({ gz }) => gz.sha256 === sha256)
      if (!pieza) throw notFound('Ese archivo no es de la versión que se ofrece.')
      await touch(pieza.path)
      return sendFile(request, reply.type('application/gzip'), pieza.path)
    },
  )
}

/** For anyone who has the signed address, with no session. */
export function paqueteRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'dataDir' | 'db' | 'diskReserveBytes' | 'now' | 'publicUrl'>,
  programas: Programas,
): void {
  app.get(
    '/api/agente/paquete/:boleto',
    { schema: { params: Boleto }, config: { budget: 'visitor' } },
    async (request, reply) => {
      const { boleto } = request.params as z.output<typeof Boleto>
      const read = readBoleto(deps.dataDir, boleto, deps.now())
      const agente = read && (await findAgenteVivo(deps.db, read.agente_id))
      if (!read || !agente) throw refuse(410, GONE, 'enlace_vencido')
      const { sucursal } = agente
      const programa = await programas.make(read.plataforma)
      const tienda = { server: deps.publicUrl, sucursal }
      const { path, nombre, tipo } = await makePaquete(deps, programas.fuente.dist, programa, tienda)
      reply.type(tipo).header('content-disposition', `attachment; filename="${nombre}"`)
      return sendFile(request, reply.header('cache-control', 'private, no-store'), path)
    },
  )
}

/** Whole, or the requested range of a download that was cut. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const { statusCode, headers, stream, type } = await send(request.raw, basename(path), {
    root: dirname(path),
    contentType: false,
    cacheControl: false,
  })
  if (type === 'file') return reply.code(statusCode).headers(headers).send(stream)
  if (statusCode !== 416) throw notFound('Ese archivo ya no está.')
  reply.header('content-range', headers['Content-Range'])
  return reply.code(416).type('application/json').send({ detail: 'El archivo no tiene esa parte.' })
}
