// How the shop's machine is doing: for Prometheus, for balancers, and in plain words for people.
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Asunto, Salud } from '@imprimitodo/shared/api/salud'
import type { FastifyInstance } from 'fastify'
import { isVendedorDeEjemplo } from '../ajustes/service.ts'
import type { Deps } from '../core/deps.ts'
import { listarAgentes, listarImpresoras } from '../impresion/service.ts'
import { asuntosOf, type Hechos, SIN_CIFRAS } from './asuntos.ts'
import { figurasOf } from './figuras.ts'
import { watchProceso } from './proceso.ts'
import { render } from './prometheus.ts'
import { type Cifras, readCifras } from './store.ts'
import { type Trafico, watchTrafico } from './trafico.ts'

export type SaludDeps = Pick<
  Deps,
  'db' | 'files' | 'now' | 'log' | 'dataDir' | 'diskReserveBytes' | 'pulso' | 'maps' | 'tienda' | 'production'
>

const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version

/** A balancer asks again in seconds; until then no answer is an answer. */
const PATIENCE_MS = 3_000

export type SaludService = {
  /** For answers that no hook of Fastify's sees. */
  answered: Trafico['count']
  /** Whether an order could be taken: for balancers and people, nothing that helps an attacker. */
  brief(): Promise<{ isFine: boolean; body: object }>
  /** Prometheus' text. What is the whole shop's is left out while the database is away. */
  metrics(): Promise<string>
  /** `sucursal`: only what is urgent, and what goes wrong at its printers; null: everything. */
  asuntos(sucursal: string | null): Promise<Salud>
}

/** Made once, on the root: it watches the traffic of all scopes. */
export function createSalud(app: FastifyInstance, deps: SaludDeps): SaludService {
  const { db, files, now, log, dataDir, diskReserveBytes, pulso, maps, tienda, production } = deps
  const trafico = watchTrafico(app)
  const proceso = watchProceso(app)
  const started = new Date()
  /** Whoever asks while the figures are being read gets the same ones. */
  let reading: Promise<Cifras> | undefined

  function cifras(): Promise<Cifras> {
    reading ??= readCifras(db).finally(() => {
      reading = undefined
    })
    return reading
  }

  const fallas = () => new Map(pulso.fallas()).set('mapas', maps.falla?.() ?? null)

  async function disco() {
    const { bavail, bsize } = await statfs(dataDir)
    return { libre: bavail * bsize, reserva: diskReserveBytes }
  }

  async function hechos(): Promise<Hechos> {
    const [figures, disk, impresoras, agentes, { ajustes }] = await Promise.all([
      ...([cifras(), disco()] as const),
      ...([listarImpresoras({ db, now }), listarAgentes({ db }), tienda.read()] as const),
    ])
    return {
      ...{ now: now().getTime(), cifras: figures, disco: disk },
      impresoras: impresoras.map(({ nombre, sucursal, anda, texto, vista, en_cola }) => ({
        ...{ nombre, sucursal, anda, texto, vista: time(vista), hojas: en_cola.hojas },
      })),
      agentes: agentes.map(({ nombre, sucursal, visto }) => ({ nombre, sucursal, visto: time(visto) })),
      fallas: [...fallas()].flatMap(([cual, falla]) => (falla ? [{ cual, ...falla }] : [])),
      vendedorDeEjemplo: production && isVendedorDeEjemplo(ajustes),
    }
  }

  /** Null while the database is away or too slow. */
  const hechosIfAny = () =>
    hechos().catch((err) => {
      log.warn({ err }, 'salud')
      return null
    })

  return {
    answered: trafico.count,
    async brief() {
      const [base, archivos] = await Promise.all([
        works(db.execute('select 1').then(() => true)),
        works(Promise.all([files.room(), files.isUp()]).then(([bytes, isUp]) => bytes > 0 && isUp)),
      ])
      const isFine = base && archivos
      return {
        isFine,
        body: {
          ...{ estado: isFine ? 'ok' : 'mal', base, archivos, version: VERSION },
          ...{ desde: started.toISOString(), hora: now().toISOString() },
        },
      }
    },
    async metrics() {
      const own = [...trafico.figuras(), ...proceso.figuras(fallas(), now().getTime())]
      return render([...own, ...figurasOf(await hechosIfAny())])
    },
    async asuntos(sucursal) {
      const found = await hechosIfAny()
      const all = found ? asuntosOf(found) : [SIN_CIFRAS]
      const isFor = (asunto: Asunto) =>
        asunto.sucursal === null ? asunto.estado === 'urgente' : asunto.sucursal === sucursal
      const seen = sucursal === null ? all : all.filter(isFor)
      const asuntos = seen.toSorted((a, b) => ORDER.indexOf(a.estado) - ORDER.indexOf(b.estado))
      return { estado: asuntos[0]?.estado ?? 'bien', hora: now().toISOString(), asuntos }
    },
  }
}

const ORDER = ['urgente', 'atencion', 'bien']
const time = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

/** What does not answer in time does not work. */
async function works(question: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  return Promise.race([question.catch(() => false), late]).finally(() => clearTimeout(timer))
}
