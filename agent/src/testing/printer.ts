// An IPP printer for machines without a real one: what it "prints" is a list, the oracle of every test.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { decodeMessage, IppMalformed } from '../ipp/decode.ts'
import {
  GROUP,
  type IppAttributes,
  type IppMember,
  type IppValue,
  ippNumberOf,
  ippTextOf,
  JOB_STATE,
  OPERATION,
  TAG,
} from '../ipp/model.ts'
import { encodeReply } from './encode-reply.ts'
import {
  capabilities,
  describe,
  emptyJob,
  FORMATS,
  isProper,
  OVER,
  ofNewJob,
  type PrinterJob,
  type Quirks,
  requested,
  withSaid,
} from './printer-says.ts'

/** One start of the printing mechanism. */
export type Sheet = {
  job: number
  name: string
  sides: string
  color: string
  copies: number
  media: string
  cuenta: string | null
  /** The job's other options, as it asked for them. */
  options: Record<string, IppValue | undefined>
  /** The pages that the job said are without colour: first and last of each run. */
  sinColor: (readonly [from: number, to: number])[]
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
  /** Cancels a job as a person does who presses 'cancel' on its panel. */
  cancelOnPanel(jobId: number): void
  /** The number of sides that its counter shows when `abort` stops a job. */
  sidesBeforeAbort: number
  quirks: Quirks
  /** How often a document was sent to it, whether it took it or not. */
  documents: number
  close(): Promise<void>
}

const OK = 0x0000
const IGNORED = 0x0001
const BAD_REQUEST = 0x0400
const NOT_ALLOWED = 0x0403
const NOT_POSSIBLE = 0x0404
const NOT_FOUND = 0x0406
const NO_FORMAT = 0x040a
const NOT_SUPPORTED = 0x040b
const NO_OPERATION = 0x0501
const NO_VERSION = 0x0503
const BUSY = 0x0507

const UUID = 'urn:uuid:0d6f2f5e-1f8b-4d3a-9c70-000000000001'

type Options = {
  port?: number
  tls?: { cert: string; key: string }
  perPage?: boolean
  showsAs?: (name: string) => string
  basic?: string
}

/**
 * With `tls` it speaks ipps:// and shows that certificate. `perPage`: it supports a colour mode for single pages.
 * `showsAs`: how an old printer, whose jobs have no UUID, changes the names of jobs. `basic`: the `user:password` that
 * it asks for.
 */
export async function startPrinter(options: Options = {}): Promise<TestPrinter> {
  let jobs: PrinterJob[] = []
  let nextId = 1
  const listener: RequestListener = async (request, response) => {
    const { bytes, whole } = await bodyOf(request, (first) => stall(printer, jobs.at(-1), first))
    if (!isLet(request, options.basic)) return void response.writeHead(401).end()
    if (printer.mode === 'refuse') return void request.socket.destroy()
    const { refuses, spoolMs } = printer.quirks
    if (isSending(bytes)) {
      printer.documents++
      if (refuses && refuses < BAD_REQUEST) return void response.writeHead(refuses).end()
      if (spoolMs) await spool(jobs.at(-1), spoolMs)
    }
    const answer = answerTo(bytes, whole)
    if (!answer || response.destroyed) return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/ipp', 'content-length': answer.length })
    response.end(answer)
  }
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')

  const printer: TestPrinter = {
    uri: `${options.tls ? 'ipps' : 'ipp'}://127.0.0.1:${address.port}/ipp/print`,
    paper: [],
    mode: 'ok',
    printMs: 5,
    sidesBeforeAbort: 0,
    documents: 0,
    quirks: {},
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

  const startedAt = performance.now()
  const upTime = () => Math.ceil((performance.now() - startedAt) / 1000) || 1

  /** Null if the connection was cut before the request was complete: then nothing is done. */
  function answerTo(bytes: Buffer, whole: boolean): Buffer | null {
    if (bytes.length < 8) return null
    const version = bytes.readUInt16BE(0)
    if (!isKnown(version, printer.quirks)) return encodeReply(NO_VERSION, bytes.readInt32BE(4), [], 0x0101)
    const message = decoded(bytes)
    if (!message) return null
    const { status: operation, requestId, groups, rest } = message
    const asked = groups.find(({ tag }) => tag === GROUP.operation)?.attributes ?? new Map()
    const wanted = groups.find(({ tag }) => tag === GROUP.job)?.attributes ?? new Map()
    const reply = (status: number, of: Group[] = []) => encodeReply(status, requestId, of, version)
    const all = (of: PrinterJob) => {
      const { showsAs } = options
      if (!showsAs) return describe(of, printer.uri, upTime())
      const said = describe({ ...of, name: showsAs(of.name) }, printer.uri, upTime())
      return said.filter(([, name]) => name !== 'job-uuid')
    }
    const one = (attributes: IppMember[]) => reply(OK, [{ tag: GROUP.job, attributes }])
    const created = (made: PrinterJob) => reply(...answerToNew(ofNewJob(all(made)), printer.quirks))
    const make = (): PrinterJob => {
      const made = { ...emptyJob(nextId++, asked, wanted, upTime()), ...printer.quirks.empty }
      jobs.push(made)
      return made
    }
    if (!isProper(requestId, groups)) return reply(BAD_REQUEST)
    const job = jobs.find(({ id }) => id === ippNumberOf(asked, 'job-id'))
    if (!FORMATS.includes(ippTextOf(asked, 'document-format') ?? 'application/pdf')) return reply(NO_FORMAT)
    switch (operation) {
      case OPERATION.getPrinterAttributes: {
        const isOut = printer.mode === 'paper'
        const { perPage = false } = options
        const said = withSaid(
          capabilities({ uri: printer.uri, uuid: UUID, upTime: upTime(), isOut, jobs, perPage }),
          printer.quirks,
        )
        return reply(OK, [{ tag: GROUP.printer, attributes: requested(asked, said) }])
      }
      case OPERATION.validateJob:
        return reply(OK)
      case OPERATION.printJob: {
        if (printer.mode === 'busy') return reply(BUSY)
        const made = make()
        print(made, rest, !whole)
        return one(ofNewJob(all(made)))
      }
      case OPERATION.createJob: {
        const refusal = refusalOf(wanted, printer)
        return refusal ? reply(...refusal) : created(make())
      }
      case OPERATION.sendDocument:
        if (typeof asked.get('last-document')?.[0] !== 'boolean') return reply(BAD_REQUEST)
        if (!job) return reply(NOT_FOUND)
        if (printer.quirks.refuses) return reply(printer.quirks.refuses)
        if (!takesDocument(job)) return reply(NOT_POSSIBLE)
        print(job, rest, !whole)
        return one(ofNewJob(all(job)))
      case OPERATION.getJobAttributes:
        if (printer.quirks.hidesJobs) return reply(NOT_ALLOWED)
        return job ? one(requested(asked, all(job))) : reply(NOT_FOUND)
      case OPERATION.getJobs: {
        const which = ippTextOf(asked, 'which-jobs')
        const mine = asked.get('my-jobs')?.[0] === true ? ippTextOf(asked, 'requesting-user-name') : null
        const listed = jobs.filter(
          ({ state, user }) =>
            (which === 'all' || OVER.includes(state) === (which === 'completed')) && (mine ?? user) === user,
        )
        return reply(
          OK,
          listed.map((each) => ({
            tag: GROUP.job,
            attributes: requested(asked, all(each), ['job-id', 'job-uri']),
          })),
        )
      }
      case OPERATION.cancelJob:
        if (!job) return reply(NOT_FOUND)
        if (OVER.includes(job.state)) return reply(NOT_POSSIBLE)
        end(job, JOB_STATE.canceled, 'job-canceled-by-user')
        return reply(OK)
      default:
        return reply(NO_OPERATION)
    }
  }

  function print(job: PrinterJob, document: Uint8Array, truncated: boolean): void {
    job.state = JOB_STATE.processing
    job.reasons = ['job-printing']
    job.times.processing = upTime()
    const { keeps, endReason } = printer.quirks
    if (keeps) return void Object.assign(job, keeps)
    const step = () => {
      if (printer.mode === 'paper') {
        job.timer = setTimeout(step, 20)
        return
      }
      if (printer.mode === 'abort') {
        job.impressions = printer.sidesBeforeAbort
        return end(job, JOB_STATE.aborted, endReason ?? 'aborted-by-system')
      }
      printer.paper.push(sheetOf(job, document, truncated))
      job.timer = setTimeout(() => {
        end(job, JOB_STATE.completed, endReason ?? 'job-completed-successfully')
      }, printer.printMs)
    }
    step()
  }

  function end(job: PrinterJob, state: number, reason: string): void {
    clearTimeout(job.timer)
    if (OVER.includes(job.state)) return
    job.state = state
    job.reasons = [reason]
    job.message = printer.quirks.message ?? ''
    job.times.completed = upTime()
  }

  return printer
}

type Group = { tag: number; attributes: IppMember[] }

function answerToNew(attributes: IppMember[], { ignores = [] }: Quirks): [status: number, of: Group[]] {
  const job = { tag: GROUP.job, attributes }
  return ignores.length === 0
    ? [OK, [job]]
    : [IGNORED, [job, { tag: GROUP.unsupported, attributes: ignores }]]
}

const isKnown = (version: number, { version: only }: Quirks): boolean =>
  only ? version === only : [1, 2].includes(version >> 8)

function refusalOf(
  wanted: IppAttributes,
  { mode, quirks }: TestPrinter,
): [status: number, of: Group[]] | null {
  if (mode === 'busy') return [BUSY, []]
  const names = (quirks.rejects ?? []).filter((name) => wanted.has(name))
  const attributes = names.map((name) => [TAG.keyword, name, 'x'] as const)
  return names.length > 0 ? [NOT_SUPPORTED, [{ tag: GROUP.unsupported, attributes }]] : null
}

const takesDocument = ({ state, isReading }: PrinterJob): boolean =>
  state === JOB_STATE.held || (isReading && !OVER.includes(state))

const isLet = ({ headers }: IncomingMessage, basic: string | undefined): boolean =>
  !basic || headers.authorization === `Basic ${Buffer.from(basic).toString('base64')}`

/** A printer without a disk leaves the document unread in the connection while it has no paper. */
async function stall(printer: TestPrinter, job: PrinterJob | undefined, first: Buffer): Promise<void> {
  if (!printer.quirks.noDisk || printer.mode !== 'paper' || !isSending(first)) return
  if (!job || OVER.includes(job.state)) return
  job.state = JOB_STATE.processing
  job.reasons = ['job-incoming', 'job-printing']
  job.isReading = true
  while (printer.mode === 'paper' && !OVER.includes(job.state)) await sleep(5)
}

async function spool(job: PrinterJob | undefined, ms: number): Promise<void> {
  if (job) job.reasons = ['job-incoming']
  await sleep(ms)
}

function sheetOf({ id, name, attributes }: PrinterJob, document: Uint8Array, truncated: boolean): Sheet {
  return {
    job: id,
    name,
    truncated,
    bytes: document.length,
    sides: ippTextOf(attributes, 'sides') ?? 'one-sided',
    color: ippTextOf(attributes, 'print-color-mode') ?? 'auto',
    copies: ippNumberOf(attributes, 'copies') ?? 1,
    media: ippTextOf(attributes, 'media') ?? '',
    cuenta: ippTextOf(attributes, 'job-account-id'),
    options: Object.fromEntries([...attributes].map(([key, [value]]) => [key, value])),
    sinColor: (attributes.get('overrides') ?? []).flatMap(monochromeOf),
    sha256: createHash('sha256').update(document).digest('hex'),
  }
}

/** The pages of an override (PWG 5100.6), if it takes their colour away. */
function monochromeOf(override: IppValue): Sheet['sinColor'] {
  const { pages, 'print-color-mode': mode } = Object(override)
  if (!Array.isArray(pages) || !Array.isArray(mode) || mode[0] !== 'monochrome') return []
  return pages.map(({ lower, upper }) => [lower, upper] as const)
}

function decoded(bytes: Buffer) {
  try {
    return decodeMessage(bytes)
  } catch (error) {
    if (error instanceof IppMalformed) return null
    throw error
  }
}

/** Whether these bytes, the first of a request, are of a Send-Document. */
const isSending = (bytes: Buffer): boolean =>
  bytes.length >= 4 && bytes.readUInt16BE(2) === OPERATION.sendDocument

/** The bytes that arrived, whether all that were announced did or not. */
async function bodyOf(
  request: IncomingMessage,
  rest: (first: Buffer) => Promise<void>,
): Promise<{ bytes: Buffer; whole: boolean }> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) {
      parts.push(part)
      await rest(parts[0] ?? part)
    }
  } catch {
    // the connection was cut: printers go on with the bytes they have
  }
  const bytes = Buffer.concat(parts)
  return { bytes, whole: bytes.length === Number(request.headers['content-length']) }
}
