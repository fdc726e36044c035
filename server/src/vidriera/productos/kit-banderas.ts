import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'

/** Made by scripts/kit-banderas.mjs. */
const KIT = new URL('./kit-banderas.pdf', import.meta.url)

/** The flag kits as a PDF at the address the owner has set; any other `.pdf` of the root is 404. */
export function kitBanderasRoute(app: FastifyInstance, { tienda }: Pick<Deps, 'tienda'>): void {
  app.get<{ Params: { token: string } }>('/:token.pdf', async (request, reply) => {
    const { token } = request.params
    const { ajustes } = await tienda.read()
    if (token !== ajustes.vidriera.kit_banderas) return reply.callNotFound()
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${token}.pdf"`)
      .header('cache-control', 'no-cache')
      .send(await readFile(KIT))
  })
}
