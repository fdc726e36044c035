// An IPP printer for machines without a real one: what it "prints" is a list, the oracle of every test.
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { decodeMessage, IppMalformed } from '../ipp/decode.ts'
import {
  GROUP,
  type IppAttributes,
  type IppMember,
  JOB_STATE,
  numberOf,
  OPERATION,
  TAG,
  textOf,
} from '../ipp/model.ts'
import { encodeReply } from './encode-reply.ts'

/** One start of the printing mechanism. */
export type Sheet = {
  job: number
  name: string
  sides: string
  color: string
  copies: number
  media: string
  sha256: string
  bytes: number
  /** Fewer bytes than announced: the printer printed what it had, as real ones do. */
  truncated: boolean
}

/** `paper`: stops for want of paper until another mode is set. `slow`: each job takes `printMs`. */
export type Mode = 'ok' | 'paper' | 'abort' | 'busy' | 'refuse'

export type TestPrinter = {
  uri: string
  paper: Sheet[]
  mode: Mode
  /** How long a job is `processing`. */
  printMs: number
  /** Switched off and on: jobs forgotten, numbers from 1 again. */
  restart(): void
  /** As if somebody pressed 'cancel' on its panel. */
  cancelOnPanel(jobId: number): void
  close(): Promise<void>
}

type Job = {
  id: number
  uuid: string
  name: string
  state: number
  reasons: string[]
  impressions: number
  attributes: IppAttributes
  timer?: NodeJS.Timeout
}

const OK = 0x0000
const NOT_POSSIBLE = 0x0404
const NOT_FOUND = 0x0406
const NO_OPERATION = 0x0501
const BUSY = 0x0507
const OVER: number[] = [JOB_STATE.canceled, JOB_STATE.aborted, JOB_STATE.completed]

export async function startPrinter(options: { port?: number } = {}): Promise<TestPrinter> {
  let jobs: Job[] = []
  let nextId = 1
  const server = createServer(async (request, response) => {
    const { bytes, whole } = await bodyOf(request)
    if (printer.mode === 'refuse') {
      request.socket.destroy()
      return
    }
    const answer = answerTo(bytes, whole)
    if (!answer || response.destroyed) return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/ipp', 'content-length': answer.length })
    response.end(answer)
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')

  const printer: TestPrinter = {
    uri: `ipp://127.0.0.1:${address.port}/ipp/print`,
    paper: [],
    mode: 'ok',
    printMs: 5,
    restart() {
      for (const job of jobs) clearTimeout(job.timer)
      jobs = []
      nextId = 1
    },
    cancelOnPanel(jobId) {
      const job = jobs.find(({ id }) => id === jobId)
      if (job) end(job, JOB_STATE.canceled, 'job-canceled-at-device')
    },
    async close() {
      printer.restart()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }

  /** Null: cut before there was a request in it, so nothing is done. */
  function answerTo(bytes: Buffer, whole: boolean): Buffer | null {
    const message = decoded(bytes)
    if (!message) return null
    const { status: operation, requestId, groups, rest } = message
    const asked = groups.find(({ tag }) => tag === GROUP.operation)?.attributes ?? new Map()
    const wanted = groups.find(({ tag }) => tag === GROUP.job)?.attributes ?? new Map()
    const reply = (status: number, of: { tag: number; attributes: IppMember[] }[] = []) =>
      encodeReply(status, requestId, of)
    const one = (job: Job) => reply(OK, [{ tag: GROUP.job, attributes: describe(job) }])
    const job = jobs.find(({ id }) => id === numberOf(asked, 'job-id'))
    switch (operation) {
      case OPERATION.getPrinterAttributes:
        return reply(OK, [{ tag: GROUP.printer, attributes: capabilities() }])
      case OPERATION.createJob: {
        if (printer.mode === 'busy') return reply(BUSY)
        const created: Job = {
          id: nextId++,
          uuid: `urn:uuid:${randomUUID()}`,
          name: textOf(asked, 'job-name') ?? '',
          state: JOB_STATE.held,
          reasons: ['job-data-insufficient'],
          impressions: 0,
          attributes: wanted,
        }
        jobs.push(created)
        return one(created)
      }
      case OPERATION.sendDocument:
        if (!job) return reply(NOT_FOUND)
        if (job.state !== JOB_STATE.held) return reply(NOT_POSSIBLE)
        print(job, rest, !whole)
        return one(job)
      case OPERATION.getJobAttributes:
        return job ? one(job) : reply(NOT_FOUND)
      case OPERATION.getJobs: {
        const completed = textOf(asked, 'which-jobs') === 'completed'
        const listed = jobs.filter(({ state }) => OVER.includes(state) === completed)
        return reply(
          OK,
          listed.map((each) => ({ tag: GROUP.job, attributes: describe(each) })),
        )
      }
      case OPERATION.cancelJob:
        if (!job) return reply(NOT_FOUND)
        if (OVER.includes(job.state)) return reply(NOT_POSSIBLE)
        end(job, JOB_STATE.canceled, 'job-canceled-by-user')
        return one(job)
      default:
        return reply(NO_OPERATION)
    }
  }

  function print(job: Job, document: Uint8Array, truncated: boolean): void {
    job.state = JOB_STATE.processing
    job.reasons = ['job-printing']
    const step = () => {
      if (printer.mode === 'paper') {
        job.timer = setTimeout(step, 20)
        return
      }
      if (printer.mode === 'abort') return end(job, JOB_STATE.aborted, 'aborted-by-system')
      printer.paper.push({
        job: job.id,
        name: job.name,
        sides: textOf(job.attributes, 'sides') ?? 'one-sided',
        color: textOf(job.attributes, 'print-color-mode') ?? 'auto',
        copies: numberOf(job.attributes, 'copies') ?? 1,
        media: textOf(job.attributes, 'media') ?? '',
        sha256: createHash('sha256').update(document).digest('hex'),
        bytes: document.length,
        truncated,
      })
      job.timer = setTimeout(
        () => end(job, JOB_STATE.completed, 'job-completed-successfully'),
        printer.printMs,
      )
    }
    step()
  }

  function end(job: Job, state: number, reason: string): void {
    clearTimeout(job.timer)
    if (OVER.includes(job.state)) return
    job.state = state
    job.reasons = [reason]
  }

  function capabilities(): IppMember[] {
    const isOut = printer.mode === 'paper'
    return [
      [TAG.uri, 'printer-uri-supported', printer.uri],
      [TAG.uri, 'printer-uuid', 'urn:uuid:0d6f2f5e-1f8b-4d3a-9c70-000000000001'],
      [TAG.text, 'printer-make-and-model', 'Copiadora de prueba'],
      [TAG.enum, 'printer-state', jobs.some(({ state }) => state === JOB_STATE.processing) ? 4 : 3],
      [TAG.keyword, 'printer-state-reasons', isOut ? ['media-empty-error', 'media-needed-error'] : 'none'],
      [TAG.boolean, 'printer-is-accepting-jobs', true],
      [TAG.enum, 'operations-supported', Object.values(OPERATION)],
      [TAG.mimeType, 'document-format-supported', ['application/octet-stream', 'application/pdf']],
      [TAG.keyword, 'sides-supported', ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge']],
      [TAG.keyword, 'print-color-mode-supported', ['auto', 'color', 'monochrome']],
      [TAG.boolean, 'color-supported', true],
      [TAG.integer, 'pages-per-minute', 30],
      [TAG.integer, 'pages-per-minute-color', 30],
      [TAG.keyword, 'print-scaling-supported', ['auto', 'none']],
    ]
  }
  return printer
}

function decoded(bytes: Buffer) {
  try {
    return decodeMessage(bytes)
  } catch (error) {
    if (error instanceof IppMalformed) return null
    throw error
  }
}

/** What arrived, whether or not all that was announced did. */
async function bodyOf(request: IncomingMessage): Promise<{ bytes: Buffer; whole: boolean }> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part)
  } catch {
    // cut: printers go on with what they have
  }
  const bytes = Buffer.concat(parts)
  return { bytes, whole: bytes.length === Number(request.headers['content-length']) }
}

function describe(job: Job): IppMember[] {
  return [
    [TAG.integer, 'job-id', job.id],
    [TAG.uri, 'job-uri', `ipp://127.0.0.1/ipp/print/${job.id}`],
    [TAG.uri, 'job-uuid', job.uuid],
    [TAG.name, 'job-name', job.name],
    [TAG.enum, 'job-state', job.state],
    [TAG.keyword, 'job-state-reasons', job.reasons],
    [TAG.integer, 'job-impressions-completed', job.impressions],
  ]
}
