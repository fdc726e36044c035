// Counts this process's answers: one hook, a few additions, no allocation after the first answer of a kind.
import type { FastifyInstance } from 'fastify'
import type { Figura } from './prometheus.ts'

/** Seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.3, 1, 5, 30]

/**
 * Classes by the beginning of the address, the first that fits: a label for each route would be hundreds of series.
 */
const CLASES: [string, RegExp][] = [
  ['catalogue', /^\/api\/(?:v1\/|vidriera|precios|sucursales)/],
  // Held open on purpose: their duration says nothing
  ['held_open', /^\/api\/(?:agente\/tareas|mostrador\/eventos|cupones\/eventos)/],
  ['counter', /^\/api\/mostrador\//],
  ['agent', /^\/api\/agente\//],
  ['uploads', /^\/api\/(?:subidas|upload_archivo)/],
  ['operations', /^\/(?:metrics|api\/salud)/],
  ['api', /^\/(?:api\/|get_token_local)/],
  ['assets', /^\/(?:assets|imagenes|videos)\//],
]
const claseOf = (url: string): string => CLASES.find(([, pattern]) => pattern.test(url))?.[0] ?? 'pages'

type Serie = { clase: string; estado: string; buckets: number[]; sum: number; count: number }

export type Trafico = {
  figuras(): Figura[]
}

/** Before any scope is registered: hooks apply to later and inner scopes. */
export function watchTrafico(app: FastifyInstance): Trafico {
  const series = new Map<string, Serie>()

  function count(url: string, status: number, seconds: number): void {
    const clase = claseOf(url)
    const estado = `${Math.floor(status / 100)}xx`
    const key = clase + estado
    let serie = series.get(key)
    if (!serie) {
      serie = { clase, estado, sum: 0, count: 0, buckets: BOUNDS.map(() => 0) }
      series.set(key, serie)
    }
    serie.sum += seconds
    serie.count++
    const bucket = BOUNDS.findIndex((bound) => seconds <= bound)
    if (bucket >= 0) serie.buckets[bucket] = (serie.buckets[bucket] ?? 0) + 1
  }

  app.addHook('onResponse', (request, reply, done) => {
    count(request.raw.url ?? '', reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  return {
    figuras: () => [
      {
        name: 'imprimitodo_process_http_duration_seconds',
        help: 'Requests answered by this process and their time, by class of address and of status',
        type: 'histogram',
        samples: [...series.values()].flatMap(samplesOf),
      },
    ],
  }
}

/** A bucket of Prometheus counts everything up to its bound. */
function samplesOf({ clase, estado, buckets, sum, count }: Serie): Figura['samples'] {
  let below = 0
  const parts = BOUNDS.map((le, index) => {
    below += buckets[index] ?? 0
    return { labels: { class: clase, status: estado, le }, suffix: '_bucket', value: below }
  })
  return [
    ...parts,
    { labels: { class: clase, status: estado, le: '+Inf' }, suffix: '_bucket', value: count },
    { labels: { class: clase, status: estado }, suffix: '_sum', value: sum },
    { labels: { class: clase, status: estado }, suffix: '_count', value: count },
  ]
}
