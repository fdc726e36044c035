import type { FastifyServerOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'

/** What comes is checked, and what goes is written, by zod. Told so at once, Fastify does not load its own way (ajv). */
export const zodOnly: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: {
    compilersFactory: {
      // Their types are of Fastify's own
      buildValidator: () => validatorCompiler as never,
      buildSerializer: () => serializerCompiler as never,
    },
  },
}
