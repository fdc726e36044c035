// Uploads in parts (tus 1.0): a big upload on a weak signal goes on where it stopped. `upload_archivo` later
// names a complete one, and reads, checks and keeps it.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Upload } from '@tus/utils'
import type { FastifyInstance } from 'fastify'
import type { UploadSlots } from '../../base/http/upload-slots.ts'
import { createVisitorLimit, type Sender, senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Cuota, createCuota, STALE_MS } from './cuota.ts'
import { KEPT_MS, type Meter, type Partes } from './partes.ts'
import { createPartesCompartidas } from './partes-compartidas.ts'
import { createPartesDisco } from './partes-disco.ts'
import { dropUnused, needDiskSpace, type Parts } from './service.ts'
import { staleLoose } from './store.ts'
import { findSubida, insertSubida, staleSubidas } from './subidas-store.ts'
import { createTus, PART_TYPE, SUBIDAS_PATH } from './tus.ts'

/** An upload that was announced and sent no byte is forgotten sooner. */
const EMPTY_MS = 3600_000
/**
 * For a browser twice what one order takes; a campus is one address. Each announcement costs a row and two
 * small files.
 */
const ANNOUNCED = { browser: 2_000, address: 6_000, windowMs: EMPTY_MS }

export type Subidas = Parts & {
  /** Ends abandoned uploads. */
  expire(): Promise<number>
  routes(app: FastifyInstance, slots: UploadSlots): void
}

type Own = Pick<Deps, 'db' | 'files' | 'dataDir' | 'now' | 'log' | 'locks' | 'limits'>

/** `dropDrafts` removes stale drafts of a sender to make room, and answers how many bytes went. */
export function createSubidas(
  deps: Own,
  dropDrafts: (sender: Sender, bytes: number) => Promise<number>,
): Subidas {
  const { parts } = deps.files
  const meter = meterOf(deps, () => cuota)
  const partes = parts ? createPartesCompartidas(deps, parts, meter) : createPartesDisco(deps, meter)
  const cuota: Cuota = createCuota(deps, async (sender, bytes, busy) => {
    const here = await dropStale(deps, partes, { sender, bytes, busy })
    return here < bytes ? here + (await dropDrafts(sender, bytes - here)) : here
  })

  async function begin(sender: Sender, upload: Upload): Promise<void> {
    await needDiskSpace(deps, upload.size ?? 0)
    await cuota.needRoomToBegin(sender)
    await insertSubida(deps.db, {
      id: upload.id,
      bytes: upload.size ?? 0,
      ...sender,
      metadatos: upload.metadata ?? {},
      creada: deps.now(),
      tocada: deps.now(),
    })
  }

  const handle = createTus(deps, partes, begin)
  const countAnnouncement = createVisitorLimit(deps.limits, 'subidas', ANNOUNCED)

  return {
    finished: partes.finished,
    async alone(ids, work) {
      const releases: (() => void)[] = []
      try {
        // Always in the same order, so that no deadlock is possible
        for (const id of [...new Set(ids)].sort()) releases.push(await deps.locks.take(`pedido de ${id}`))
        return await work()
      } finally {
        for (const release of releases) release()
      }
    },
    enter: cuota.enter,
    expire() {
      const ago = (ms: number) => new Date(deps.now().getTime() - ms)
      return partes.expire({ begun: ago(KEPT_MS), announced: ago(EMPTY_MS) })
    },
    routes(app, slots) {
      app.register(async (scope) => {
        scope.addContentTypeParser(PART_TYPE, (_request, _payload, done) => done(null))
        for (const url of [SUBIDAS_PATH, `${SUBIDAS_PATH}/*`])
          scope.route({
            method: ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
            url,
            config: {
              budget: 'upload',
              largeBody: 'A part of a file, to the disk as it comes; what may be kept is counted.',
            },
            exposeHeadRoute: false,
            handler: async (request, reply) => {
              if (request.method === 'POST') {
                countAnnouncement(request)
                cuota.needNotRefused(senderOf(request))
              }
              const sendsBytes = request.headers['content-type'] === PART_TYPE
              const release = sendsBytes ? await slots.take(request, reply) : () => {}
              reply.hijack()
              try {
                await untilGone(reply.raw, () => handle(request, reply))
              } finally {
                release()
              }
            },
          })
      })
    },
  }
}

/**
 * Waits for `work`, or until the client is gone: the library of the protocol never ends a call whose answer
 * it can no longer send.
 */
async function untilGone(answer: ServerResponse, work: () => Promise<void>): Promise<void> {
  const gone = once(answer, 'close')
  if (!answer.closed) await Promise.race([work(), gone])
}

/**
 * Counts bytes of parts for the sender who began the upload. Uploads from before senders were stored are not
 * counted.
 */
const meterOf =
  ({ db }: Own, cuota: () => Cuota): Meter =>
  async ({ source, id, offset }, write) => {
    const subida = await findSubida(db, id)
    if (!subida?.origen) return write(source)
    const { navegador, origen, red } = subida
    const vuelo = await cuota().enter({ navegador, origen, red: red ?? origen }, { id, llegado: offset })
    try {
      return await write(vuelo.metered(source))
    } catch (error) {
      throw vuelo.refused() ?? error
    } finally {
      vuelo.end()
    }
  }

/** Removes stale uploads of the sender, and bytes that no order names, the oldest first. */
async function dropStale(
  deps: Own,
  partes: Partes,
  { sender, bytes, busy }: { sender: Sender; bytes: number; busy: string[] },
): Promise<number> {
  const before = new Date(deps.now().getTime() - STALE_MS)
  let dropped = 0
  for (const loose of await staleLoose(deps.db, sender, before)) {
    if (dropped >= bytes) return dropped
    await dropUnused(deps, loose.id)
    dropped += loose.bytes
  }
  for (const subida of await staleSubidas(deps.db, sender, before)) {
    if (dropped >= bytes) return dropped
    if (busy.includes(subida.id)) continue
    await partes.remove(subida.id)
    dropped += subida.bytes
  }
  return dropped
}
