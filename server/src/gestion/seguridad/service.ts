// Events that an owner or an operator should be able to look up: logged, counted, kept 90 days.
import {
  type EventoSeguridad,
  llamadaTexto,
  SEGURIDAD_DIAS,
} from '@imprimitodo/shared/rules/gestion/seguridad'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../base/db/open.ts'
import { afterCommit } from '../../base/db/repeat.ts'
import { addressKey } from '../../base/http/address.ts'
import { addressOf, rememberBrowser, visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { CuentaTocada, Seguridad, Suceso } from '../../base/runtime/seguridad.ts'
import { installationSecret } from '../../base/secrets/secret.ts'
import { mac } from '../../base/secrets/sign.ts'
import {
  deleteEventosBefore,
  deleteNavegadoresBefore,
  insertEventos,
  keepProveedor,
  lookAtNavegadores,
  type NewEvento,
  upsertNavegador,
} from './store.ts'

export { forgetNavegadores } from './store.ts'

type Own = Pick<Deps, 'db' | 'now' | 'log' | 'dataDir'>

const DAY_MS = 86_400_000
/** The events of each such stretch are written together; a kill loses these rows, but not the lines of the log. */
const WRITE_MS = 1_000
/** Every event is counted and logged, but of each stretch of WRITE_MS at most this many different ones get a row. */
const ROWS_AT_ONCE = 200
const HASH_CHARS = 16
/** A browser keeps its cookie for 400 days at most. */
const NAVEGADOR_MS = 400 * DAY_MS

export function createSeguridad({ db, now, log, dataDir }: Own): Seguridad {
  const key = installationSecret(dataDir, 'seguridad')
  const counted = new Map<EventoSeguridad, number>()
  let waiting = new Map<string, NewEvento>()
  let timer: NodeJS.Timeout | undefined

  function eventoOf(request: FastifyRequest | null, que: EventoSeguridad, suceso: Suceso): NewEvento {
    const { cuenta, detalle = '' } = suceso
    return {
      que,
      detalle,
      cuando: now(),
      cuenta_tipo: cuenta?.tipo ?? null,
      cuenta_id: cuenta?.id ?? null,
      origen: request && mac(key, addressKey(addressOf(request))).slice(0, HASH_CHARS),
      pedido_http: request?.id ?? null,
    }
  }

  function tell({ que, cuenta_tipo, cuenta_id, origen, detalle }: NewEvento, request: FastifyRequest | null) {
    counted.set(que, (counted.get(que) ?? 0) + 1)
    const line = { seguridad: que, cuenta: cuenta_tipo && `${cuenta_tipo} ${cuenta_id}`, origen, detalle }
    ;(request?.log ?? log).info(line, 'seguridad')
  }

  async function write(): Promise<void> {
    const eventos = [...waiting.values()]
    waiting = new Map()
    clearTimeout(timer)
    timer = undefined
    if (eventos.length === 0) return
    await insertEventos(db, eventos).catch((err) => log.warn({ err }, 'seguridad'))
  }

  return {
    note(request, que, suceso = {}) {
      const evento = eventoOf(request, que, suceso)
      tell(evento, request)
      const same = [que, evento.cuenta_tipo, evento.cuenta_id, evento.origen, evento.detalle].join('|')
      const known = waiting.get(same)
      if (known) known.veces = (known.veces ?? 1) + 1
      else if (waiting.size < ROWS_AT_ONCE) waiting.set(same, evento)
      timer ??= setTimeout(() => void write(), WRITE_MS).unref()
    },
    async noteIn(tx, request, que, suceso = {}) {
      const evento = eventoOf(request, que, suceso)
      await insertEventos(tx, [evento])
      afterCommit(tx, () => tell(evento, request))
    },
    counts: () => counted,
    stop: write,
  }
}

const UPLOAD = /^\/api\/(?:subidas|upload_archivo)/
const REFUSED_UPLOADS = new Set([400, 413, 507])

/** Every 429, and every refused upload, whichever route refused it. */
export function watchRefusals(app: FastifyInstance, seguridad: Seguridad): void {
  app.addHook('onResponse', async (request, { statusCode }) => {
    const detalle = llamadaTexto(`${request.method} ${request.routeOptions.url ?? ''}`)
    if (statusCode === 429) seguridad.note(request, 'limite', { detalle })
    else if (REFUSED_UPLOADS.has(statusCode) && UPLOAD.test(request.routeOptions.url ?? ''))
      seguridad.note(request, 'subida_rechazada', { detalle: `${detalle} (${statusCode})` })
  })
}

const navegadorHash = (dataDir: string, id: string): string =>
  mac(installationSecret(dataDir, 'seguridad'), id).slice(0, HASH_CHARS)

/** Whether the account was logged in to from this browser before. */
export async function isKnownBrowser(
  { db, dataDir }: Pick<Deps, 'db' | 'dataDir'>,
  cuenta: CuentaTocada,
  request: FastifyRequest,
): Promise<boolean> {
  const { browser } = visitorOf(request)
  if (!browser) return false
  return (await lookAtNavegadores(db, cuenta, navegadorHash(dataDir, browser))).known
}

/**
 * Called at every successful login: remembers the browser as one of the account's.
 * @returns 'new' if the account was used from other browsers only, so that its owner should be told
 */
export async function welcomeBrowser(
  { now, dataDir, seguridad }: Pick<Deps, 'now' | 'dataDir' | 'seguridad'>,
  db: Queryable,
  cuenta: CuentaTocada,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<'known' | 'first' | 'new'> {
  const navegador = navegadorHash(dataDir, rememberBrowser(request, reply))
  const { all, known } = await lookAtNavegadores(db, cuenta, navegador)
  await upsertNavegador(db, cuenta, navegador, now())
  if (known) return 'known'
  if (all === 0) return 'first'
  seguridad.note(request, 'ingreso_nuevo', { cuenta })
  return 'new'
}

/**
 * At the start: notes each provider whose service or settings changed since the last start. Credentials are
 * compared by a keyed hash. The first start notes nothing.
 */
export async function noteProveedores(
  { db, dataDir, seguridad }: Pick<Deps, 'db' | 'dataDir' | 'seguridad'>,
  proveedores: { cual: string; titulo: string; servicio: string; valores: unknown }[],
): Promise<void> {
  const key = installationSecret(dataDir, 'seguridad')
  for (const { cual, titulo, servicio, valores } of proveedores) {
    const huella = mac(key, JSON.stringify([servicio, valores ?? null])).slice(0, HASH_CHARS)
    await db.transaction(async (tx) => {
      if (await keepProveedor(tx, { cual, servicio, huella }))
        await seguridad.noteIn(tx, null, 'proveedor_cambiado', { detalle: `${titulo}: ${servicio}` })
    })
  }
}

/** Deletes events that are older than 90 days. */
export async function forgetSeguridad({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteEventosBefore(db, new Date(now().getTime() - SEGURIDAD_DIAS * DAY_MS))
  await deleteNavegadoresBefore(db, new Date(now().getTime() - NAVEGADOR_MS))
}
