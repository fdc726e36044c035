// Memory, processor and event loop of this process.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Falla } from '../../base/services/probe.ts'
import { providerName } from './english-names.ts'
import { type Figura, gauge } from './prometheus.ts'

export type Proceso = { figuras(fallas: Map<string, Falla>, now: number): Figura[] }

/** 20 samples a second cost next to nothing, and catch every delay that a visitor would notice. */
const RESOLUTION_MS = 50
const WINDOW_MS = 60_000
const LATE = 'How late this process got to its work in the last one to two minutes'

type Lag = Record<'p50' | 'p99' | 'max', number>

/** For the previous and the current minute, however often it is read. */
function watchLag(app: FastifyInstance): () => Lag {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let before: Lag = { p50: 0, p99: 0, max: 0 }
  const turn = setInterval(() => {
    before = lag()
    delay.reset()
  }, WINDOW_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(turn)
    delay.disable()
  })

  const seconds = (percent: number) =>
    delay.count === 0 ? 0 : Math.max(0, delay.percentile(percent) / 1e9 - RESOLUTION_MS / 1000)
  const lag = (): Lag => ({ p50: seconds(50), p99: seconds(99), max: seconds(100) })
  return () => {
    const now = lag()
    return {
      p50: Math.max(before.p50, now.p50),
      p99: Math.max(before.p99, now.p99),
      max: Math.max(before.max, now.max),
    }
  }
}

export function watchProceso(app: FastifyInstance, pool: Deps['pool']): Proceso {
  const lag = watchLag(app)

  return {
    figuras(fallas, now) {
      const { rss, heapUsed } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const { p50, p99, max } = lag()
      return [
        gauge('process_resident_memory_bytes', 'Memory of this process', rss),
        gauge('nodejs_heap_size_used_bytes', 'JavaScript objects of this process', heapUsed),
        {
          ...gauge('process_cpu_seconds_total', 'Processor time of this process', (user + system) / 1e6),
          type: 'counter',
        },
        gauge(
          'process_start_time_seconds',
          'When this process began, since 1970',
          performance.timeOrigin / 1000,
        ),
        gauge('nodejs_eventloop_lag_p50_seconds', `${LATE}, half of the times`, p50),
        gauge('nodejs_eventloop_lag_p99_seconds', `${LATE}, 99 of 100 times`, p99),
        gauge('nodejs_eventloop_lag_max_seconds', `${LATE}, at most`, max),
        {
          name: 'imprimitodo_process_database_pool_connections',
          help: 'Connections of this process to the database',
          type: 'gauge',
          samples: [
            { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
            { labels: { state: 'idle' }, value: pool.idleCount },
          ],
        },
        gauge(
          'imprimitodo_process_database_pool_waiting',
          'Who waits for one of them now',
          pool.waitingCount,
        ),
        {
          name: 'imprimitodo_process_provider_failing_seconds',
          help: 'For how long a service outside has been failing, as this process sees it; 0: it works',
          type: 'gauge',
          samples: [...fallas].map(([proveedor, falla]) => ({
            labels: { provider: providerName(proveedor) },
            value: falla ? (now - falla.since) / 1000 : 0,
          })),
        },
      ]
    },
  }
}
