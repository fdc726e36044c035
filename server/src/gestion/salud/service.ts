// The health of the shop's machine: for Prometheus, for load balancers, and in plain words for people.
import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Asunto, Salud } from '@imprimitodo/shared/api/salud'
import { EVENTO_SEGURIDAD_KEYS } from '@imprimitodo/shared/rules/gestion/seguridad'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { takesFiles } from '../../base/runtime/takes-files.ts'
import { viewAgentes, viewImpresoras } from '../../taller/impresion/service.ts'
import { isVendedorDeEjemplo } from '../ajustes/service.ts'
import { asuntosOf, FEW_FAILURES, type Hechos } from './asuntos.ts'
import { inEnglish, pedidoState } from './english-names.ts'
import { figurasOf } from './figuras.ts'
import { watchProceso } from './proceso.ts'
import { type Figura, prometheusText } from './prometheus.ts'
import { CIFRAS, finishWithin, readEach } from './store.ts'
import { CLAVE_TOTALES } from './sumas.ts'
import { watchTrafico } from './trafico.ts'

export type SaludDeps = Pick<
  Deps,
  | 'db'
  | 'files'
  | 'now'
  | 'log'
  | 'dataDir'
  | 'diskReserveBytes'
  | 'pulso'
  | 'maps'
  | 'fiscal'
  | 'mailer'
  | 'tienda'
  | 'production'
  | 'copia'
  | 'bitacora'
  | 'seguridad'
  | 'events'
  | 'counters'
  | 'pool'
>

const VERSION: string = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
).version

/** A balancer asks again after seconds; until then a late answer is as good as none. */
const PATIENCE_MS = 3_000

export type SaludService = {
  /** Asks nothing: whether the process must be restarted is another question than whether it can work. */
  alive(): { estado: 'ok'; version: string; desde: string }
  /** Whether it can take calls: catalogue, board and payments work. `degradado`: something else does not. */
  ready(): Promise<{ isReady: boolean; body: Listo }>
  /** Called when the process ends soon: balancers are told not to send it calls. */
  leave(): void
  /** Prometheus' text. Figures of the whole shop that could not be read in time are left out, and named. */
  metrics(): Promise<string>
  /** `sucursal`: the messages of that branch, and urgent ones of the whole shop except its kept sums; null: all. */
  asuntos(sucursal: string | null): Promise<Salud>
}

type Listo = { estado: 'ok' | 'degradado' | 'mal'; base: boolean; archivos: boolean; correo: boolean }

/** Made once, on the root scope: it watches the traffic of all scopes. */
export function createSalud(app: FastifyInstance, deps: SaludDeps): SaludService {
  const { db, files, now, log, dataDir, diskReserveBytes, pulso, maps, tienda, production, seguridad } = deps
  const trafico = watchTrafico(app)
  const proceso = watchProceso(app, deps.pool)
  const pasos = countPasos(app, deps.events)
  const started = new Date()
  let isLeaving = false
  const readers = { ...CIFRAS, impresoras, agentes }
  /** The reading under way: a call that comes meanwhile shares its figures. */
  let reading: ReturnType<typeof cifras> | undefined

  const cifras = () => readEach({ db, log }, readers, PATIENCE_MS)

  async function impresoras(tx: Queryable) {
    const all = await viewImpresoras({ db: tx, now })
    return all.map(({ nombre, sucursal, anda, texto, vista, en_cola }) => ({
      nombre,
      sucursal,
      anda,
      texto,
      vista: time(vista),
      hojas: en_cola.hojas,
    }))
  }

  async function agentes(tx: Queryable) {
    const all = await viewAgentes({ db: tx, now })
    return all.map(({ nombre, sucursal, visto }) => ({ nombre, sucursal, visto: time(visto) }))
  }

  const fallas = () => new Map(pulso.fallas()).set('mapas', maps.falla?.() ?? null)

  async function disco() {
    const [{ bavail, bsize }, takes] = await Promise.all([statfs(dataDir), takesFiles(dataDir)])
    return { libre: bavail * bsize, reserva: diskReserveBytes, takes }
  }

  async function vendedor() {
    if (!production) return null
    const { ajustes } = await tienda.read()
    if (isVendedorDeEjemplo(ajustes)) return 'de ejemplo'
    return ajustes.vidriera.vendedor.cuit ? null : 'sin llenar'
  }

  /** A figure that does not arrive in time is null. */
  async function hechos(): Promise<Hechos> {
    reading ??= cifras().finally(() => {
      reading = undefined
    })
    const orNull = <T>(work: Promise<T>) =>
      finishWithin(PATIENCE_MS, work).catch((err) => {
        log.warn({ err }, 'salud')
        return null
      })
    const [figures, disk, falta] = await Promise.all([reading, orNull(disco()), orNull(vendedor())])
    return {
      now: now().getTime(),
      cifras: { ...figures, disco: disk },
      fallas: [...fallas()].flatMap(([cual, falla]) => (falla ? [{ cual, ...falla }] : [])),
      bitacora: deps.bitacora?.(),
      // A shop that is only tried out has nothing to lose
      copia: deps.copia?.nombre === null && !production ? undefined : deps.copia?.nombre,
      vendedor: falta,
      sinCorreo: production && deps.mailer.kind === 'bandeja',
      certificado: deps.fiscal.vence?.getTime(),
    }
  }

  return {
    alive: () => ({ estado: 'ok', version: VERSION, desde: started.toISOString() }),
    async ready() {
      const [base, archivos] = await Promise.all([
        works(isWritable(db)),
        works(Promise.all([files.room(), files.isUp()]).then(([bytes, isUp]) => bytes > 0 && isUp)),
      ])
      const correo = (pulso.fallas().get('correo')?.failures ?? 0) < FEW_FAILURES
      const isReady = base && !isLeaving
      const estado = !isReady ? 'mal' : archivos && correo ? 'ok' : 'degradado'
      return { isReady, body: { estado, base, archivos, correo } }
    },
    leave() {
      isLeaving = true
    },
    async metrics() {
      const own = [
        ...trafico.figuras(),
        ...proceso.figuras(fallas(), now().getTime()),
        figuraOf(seguridad.counts()),
        ...deps.counters.all().map(counterOf),
      ]
      return prometheusText([...own, ...figurasOf(await hechos()), pasos()])
    },
    async asuntos(sucursal) {
      const all = asuntosOf(await hechos())
      const isFor = (asunto: Asunto) =>
        asunto.sucursal === null
          ? asunto.estado === 'urgente' && !asunto.cual.startsWith(CLAVE_TOTALES)
          : asunto.sucursal === sucursal
      const seen = sucursal === null ? all : all.filter(isFor)
      const asuntos = seen.toSorted((a, b) => ORDER.indexOf(a.estado) - ORDER.indexOf(b.estado))
      return { estado: asuntos[0]?.estado ?? 'bien', hora: now().toISOString(), asuntos }
    },
  }
}

const figuraOf = (counts: ReturnType<Deps['seguridad']['counts']>): Figura => ({
  name: 'imprimitodo_process_security_events_total',
  help: 'Events of the security log that this process saw, by kind',
  type: 'counter',
  samples: EVENTO_SEGURIDAD_KEYS.map((kind) => ({ labels: { kind }, value: counts.get(kind) ?? 0 })),
})

const counterOf = ({ name, help, samples }: ReturnType<Deps['counters']['all']>[number]): Figura => ({
  name,
  help,
  type: 'counter',
  samples: samples.map(({ labels, value }) => ({ labels: inEnglish(labels), value })),
})

/** Each process receives the steps of all: every process counts the same, since it began. */
function countPasos(app: FastifyInstance, events: Deps['events']): () => Figura {
  const counted = new Map<string, { labels: Record<string, string>; value: number }>()
  const stop = events.listen('pedidos', ({ estado, sucursal }) => {
    const labels = { state: pedidoState(estado), branch: sucursal }
    const key = `${estado}|${sucursal}`
    counted.set(key, { labels, value: (counted.get(key)?.value ?? 0) + 1 })
  })
  app.addHook('onClose', async () => stop())
  return () => ({
    name: 'imprimitodo_shop_order_steps_total',
    help: 'Steps of orders, by the state that they came to and branch',
    type: 'counter',
    samples: [...counted.values()],
  })
}

const ORDER = ['urgente', 'atencion', 'bien']
const time = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant))

/** A database that is only read sells nothing: after a failover it may be the machine before. */
async function isWritable(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute(sql`select current_setting('transaction_read_only') as solo_lectura`)
  return rows[0]?.solo_lectura === 'off'
}

/** A service that does not answer in time does not work. */
const works = (question: Promise<boolean>): Promise<boolean> =>
  finishWithin(PATIENCE_MS, question).catch(() => false)
