import type { FastifyInstance } from 'fastify'

/** The customers' most frequent calls; for an order the refusal, which costs nearly as much. */
const READS = [
  '/',
  '/imprimitodo',
  '/api/v1/productos/',
  '/api/precios',
  '/api/sucursales',
  '/api/get_config_delivery/',
  '/api/vidriera',
  '/api/pedidos/de-nadie',
]
/** More gains little: frequent calls are compiled soon. */
const WARM_MS = 400

/**
 * A process that joins others gets its share of all calls at once. Before it takes any it calls itself, so
 * that connections are open, memory is filled, and no request waits for the compiler.
 */
export async function warm(app: FastifyInstance): Promise<void> {
  const { level } = app.log
  if (['trace', 'debug', 'info'].includes(level)) app.log.level = 'warn' // no visitor made these calls
  const headers = { accept: 'text/html' }
  const until = performance.now() + WARM_MS
  while (performance.now() < until) await Promise.all(READS.map((url) => app.inject({ url, headers })))
  app.log.level = level
}
