import type { Answered, Endpoint, Taken } from '@imprimitodo/shared/api/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, HTTPMethods } from 'fastify'

export type Call<E extends Endpoint> = {
  body: Taken<E, 'body'>
  query: Taken<E, 'query'>
  params: Taken<E, 'params'>
  request: FastifyRequest
  reply: FastifyReply
}

/** Registers one group of the API; a missing handler or a wrong answer does not compile. */
export function serve<Group extends Record<string, Endpoint>>(
  app: FastifyInstance,
  group: Group,
  handlers: { [Key in keyof Group]: (call: Call<Group[Key]>) => Promise<Answered<Group[Key]>> },
): void {
  for (const [key, { body, query, params, answer, status = 200 }] of Object.entries(group)) {
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
      handler: (request, reply) => {
        const { body, query, params } = request as unknown as Call<Endpoint>
        reply.code(status)
        return handlers[key]?.({ body, query, params, request, reply } as Call<Group[string]>)
      },
    })
  }
}
