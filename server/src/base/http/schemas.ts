import type { FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/**
 * Zod checks input and writes answers. Set at the start, so that Fastify does not load its own validator
 * (ajv).
 */
export const zodOnly: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: {
    compilersFactory: {
      // The types are Fastify's own
      buildValidator: () => validatorCompiler as never,
      buildSerializer: () => serializerCompiler as never,
    },
  },
}
