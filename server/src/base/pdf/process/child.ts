import { flushCompileCache } from 'node:module'
import { Worker } from 'node:worker_threads'
import { PdfRefused, type ProvedPage } from '../port.ts'
import { provePages, riskyPages } from '../prove/prove.ts'
import { findColor } from '../read/colour.ts'
import { withDocument } from '../read/document.ts'
import { inspectDocument } from '../read/inspect.ts'
import { renderThumbnail } from '../read/thumbnail.ts'
import { assembleWork } from '../write/assemble.ts'
import { repairDocument } from '../write/repair.ts'
import type { Answers, Beat, PdfJob, Reply, Request } from './messages.ts'

const TICKET_MS = 60_000

/**
 * The child process: one job at a time, everything synchronous inside PDFium. `process.send` writes to the pipe
 * at once even while the event loop is blocked, so signs of life reach the parent from within a long job.
 */
const send = (reply: Reply) => process.send?.(reply)

process.on('message', (request: Request) => void answer(request))
// Not by `process.exit`: it waits for Node's own threads, and in a child that is still starting this may never end
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
dieWithParent(Number(process.argv[2]))
flushCompileCache() // written at exit otherwise, and these processes end by SIGKILL

async function answer({ id, job }: Request): Promise<void> {
  const beat: Beat = (allowance) => send({ id, is: 'beat', allowance })
  try {
    send({
      id,
      is: 'done',
      answer: await run(job, beat, (progress) => send({ id, ...progress })),
    })
  } catch (error) {
    send(replyTo(id, error))
  }
}

function replyTo(id: number, error: unknown): Reply {
  if (error instanceof PdfRefused) return { id, is: 'refused', reason: error.reason }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (error instanceof WebAssembly.RuntimeError) return { id, is: 'crashed', message }
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return { id, is: 'failed', message, code }
}

type Told = { is: 'page'; page: number; color: boolean } | { is: 'proved'; proved: ProvedPage }

function run(job: PdfJob, beat: Beat, tell: (progress: Told) => void): Promise<Answers[keyof Answers]> {
  if (job.kind === 'inspect')
    return withDocument(job.path, beat, (document) => inspectDocument(document, job.most, beat))
  if (job.kind === 'repair') return repairDocument(job, beat)
  if (job.kind === 'color')
    return withDocument(job.path, beat, (document) =>
      findColor(document, job, beat, (page, color) => tell({ is: 'page', page, color })),
    )
  if (job.kind === 'risky')
    return withDocument(job.path, beat, (document) => riskyPages(document, job.pages, beat))
  if (job.kind === 'prove') return provePages(job, beat, (proved) => tell({ is: 'proved', proved }))
  if (job.kind === 'thumbnail')
    return withDocument(job.path, beat, (document) => {
      beat()
      return renderThumbnail(document, job.page, job.width)
    })
  if (job.kind === 'ticket' || job.kind === 'renglones') return drawPapel(job, beat)
  return assembleWork(job.work, job, beat)
}

/** pdf-lib is loaded by the child that needs it: most never do. */
async function drawPapel(
  job: Extract<PdfJob, { kind: 'ticket' | 'renglones' }>,
  beat: Beat,
): Promise<Uint8Array> {
  beat(TICKET_MS)
  if (job.kind === 'renglones') {
    const { makeRenglones } = await import('../drawn/renglones.ts')
    return makeRenglones(job.titulo, job.renglones)
  }
  const { makeTicket } = await import('../drawn/ticket.ts')
  return makeTicket(job.ticket)
}

/**
 * A parent killed with SIGKILL cannot end its children, and one that is busy inside WASM does not notice
 * 'disconnect'. A thread does: an orphan gets another parent.
 */
function dieWithParent(parent: number): void {
  const watch = `setInterval(() => { if (process.ppid !== ${parent}) process.kill(process.pid, 'SIGKILL') }, 1000)`
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, stackSizeMb: 1 } }).unref()
}
