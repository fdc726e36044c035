// This process as the machine sees it.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Falla } from '../services/probe.ts'
import { type Figura, gauge } from './prometheus.ts'

export type Proceso = { figuras(fallas: Map<string, Falla>, now: number): Figura[] }

/** Looking 20 times a second is next to nothing, and finds whatever a visitor would notice. */
const RESOLUTION_MS = 50

export function watchProceso(app: FastifyInstance): Proceso {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())

  return {
    figuras(fallas, now) {
      const { rss, heapUsed } = process.memoryUsage()
      const { user, system } = process.cpuUsage()
      const lag = (percent: number) => Math.max(0, delay.percentile(percent) / 1e9 - RESOLUTION_MS / 1000)
      const figuras: Figura[] = [
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
        {
          name: 'nodejs_eventloop_lag_seconds',
          help: 'How late this process got to its work since the last time this was asked',
          type: 'gauge',
          samples: [50, 99, 100].map((percent) => ({
            labels: { quantile: percent / 100 },
            value: delay.count === 0 ? 0 : lag(percent),
          })),
        },
        {
          name: 'imprimitodo_process_provider_failing_seconds',
          help: 'For how long a service outside has been failing, as this process sees it; 0: it works',
          type: 'gauge',
          samples: [...fallas].map(([proveedor, falla]) => ({
            labels: { proveedor },
            value: falla ? (now - falla.since) / 1000 : 0,
          })),
        },
      ]
      delay.reset()
      return figuras
    },
  }
}
