import type { Answered, Endpoint, Taken } from '@imprimitodo/shared/api/endpoint'
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
} from 'fastify'
import { isPrepared, type Prepared, sendPrepared } from '../web/prepared.ts'

export type Call<E extends Endpoint> = {
  body: Taken<E, 'body'>
  query: Taken<E, 'query'>
  params: Taken<E, 'params'>
  request: FastifyRequest
  reply: FastifyReply
}

type Answer<E extends Endpoint> = Answered<E> | Prepared<Answered<E>> | typeof NO_CONTENT

/** Answered 204: success without a body. */
export const NO_CONTENT = Symbol('no content')

export type Handlers<Group extends Record<string, Endpoint>> = {
  [Key in keyof Group]: (call: Call<Group[Key]>) => Promise<Answer<Group[Key]>>
}

/**
 * Registers one group of the API; a missing handler or a wrong answer does not compile. An answer may be
 * prepared bytes. `configOf`: facts of each call for hooks.
 */
export function serve<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  group: Group,
  handlers: Handlers<Group>,
  configOf: (key: keyof Group) => FastifyContextConfig = () => ({}),
): void {
  for (const [key, { body, query, params, answer, status = 200, largeBody }] of Object.entries(group)) {
    const [method, url] = key.split(' ') as [HTTPMethods, string]
    const schema: FastifySchema = {
      ...(body && { body }),
      ...(query && { querystring: query }),
      ...(params && { params }),
      response: { [status]: answer },
    }
    app.route({
      method,
      url,
      schema,
      config: { ...configOf(key), ...(largeBody && { largeBody: largeBody.why }) },
      ...(largeBody && { bodyLimit: largeBody.bytes }),
      handler: async (request, reply) => {
        const { body, query, params } = request as unknown as Call<Endpoint>
        reply.code(status)
        const made = await handlers[key]?.({ body, query, params, request, reply } as Call<Group[string]>)
        if (made === NO_CONTENT) return reply.code(204).send()
        return isPrepared(made) ? sendPrepared(request, reply, made) : made
      },
    })
  }
}
