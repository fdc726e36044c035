import { isNombreDeTrabajo } from '@imprimitodo/shared/rules/taller/nombre-trabajo'
import { encodeRequest, NEWEST } from './encode.ts'
import {
  GROUP,
  groupOf,
  groupsOf,
  type IppAttributes,
  type IppMember,
  type IppReply,
  ippNumberOf,
  ippTextOf,
  OPERATION,
  TAG,
  textsOf,
} from './model.ts'
import { plainText } from './perfil.ts'
import {
  type Clocks,
  type Document,
  exchange,
  IppError,
  type IsTaking,
  type PrinterEndpoint,
} from './transport.ts'

/**
 * A job as the printer reports it. Its number alone proves nothing: some printers start at 1 after switching
 * on.
 */
export type IppJob = {
  id: number
  uuid: string | null
  name: string
  /** JOB_STATE */
  state: number
  reasons: string[]
  /** The printer's own words; '' for none. */
  message: string
  /** What a queue of CUPS says of its printer meanwhile; '' for nothing. */
  printerSays: string
  /** Sides printed so far, where it counts them. */
  impressions: number | null
  octets: number | null
  /** The attributes of a new job that were asked for and that the printer ignores. */
  ignored: IppAttributes
}

/** The operations we print with. Print-Job is none of them: it has no number to ask for when its answer is lost. */
export type IppPrinter = {
  attributes(): Promise<IppAttributes>
  /** A job without a document: nothing prints yet. */
  createJob(name: string, attributes: readonly IppMember[]): Promise<IppJob>
  sendDocument(jobId: number, document: Document, totalMs: number, isTaking?: IsTaking): Promise<void>
  /** Null when the printer does not know the job, or no longer does. */
  job(jobId: number): Promise<IppJob | null>
  /** All jobs with this name that it remembers, ours or not. */
  jobsNamed(name: string): Promise<IppJob[]>
  /** Does nothing when the job is over already. */
  cancel(jobId: number): Promise<void>
}

const NOT_FOUND = 0x0406
const NO_VERSION = 0x0503
/** The newest first: a printer of before 2009 may refuse a version that it does not know. */
const VERSIONS = [NEWEST, 0x0101, 0x0100]
const NOT_POSSIBLE = 0x0404
const USER = 'mostrador'
const JOB_WANTED = [
  'job-id',
  'job-uuid',
  'job-name',
  'job-state',
  'job-state-reasons',
  'job-state-message',
  'job-impressions-completed',
  'job-k-octets',
  'job-printer-state-message',
]

/** @throws IppError from every operation */
export function createPrinter(endpoint: PrinterEndpoint, clocks: Partial<Clocks> = {}): IppPrinter {
  let requestId = 0
  const head = (more: readonly IppMember[] = []): IppMember[] => [
    [TAG.charset, 'attributes-charset', 'utf-8'],
    [TAG.language, 'attributes-natural-language', 'es-ar'],
    [TAG.uri, 'printer-uri', endpoint.uri],
    ...more,
    [TAG.name, 'requesting-user-name', USER],
  ]
  /** The printer's version, as far as it is known. */
  let [version = NEWEST, ...older] = VERSIONS
  async function ask(
    operation: number,
    attributes: IppMember[],
    job: readonly IppMember[] = [],
  ): Promise<IppReply> {
    try {
      const request = encodeRequest(operation, ++requestId, attributes, job, version)
      return await exchange(endpoint, request, undefined, clocks)
    } catch (error) {
      const next = error instanceof IppError && error.status === NO_VERSION ? older.shift() : undefined
      if (next === undefined) throw error
      version = next
      return ask(operation, attributes, job)
    }
  }
  const ofJob = (id: number) => head([[TAG.integer, 'job-id', id]])

  return {
    async attributes() {
      const wanted: IppMember = [TAG.keyword, 'requested-attributes', ['all', 'media-col-ready']]
      return groupOf(await ask(OPERATION.getPrinterAttributes, [...head(), wanted]), GROUP.printer)
    },
    async createJob(name, attributes) {
      const naming: IppMember = [TAG.name, 'job-name', name]
      const reply = await ask(OPERATION.createJob, [...head(), naming], attributes)
      const created = groupOf(reply, GROUP.job)
      const id = ippNumberOf(created, 'job-id')
      if (id === null) throw new IppError('unknown', 'a job without a number')
      return { ...jobOf(created), ignored: groupOf(reply, GROUP.unsupported) }
    },
    async sendDocument(jobId, document, totalMs, isTaking) {
      const attributes: IppMember[] = [
        ...ofJob(jobId),
        [TAG.mimeType, 'document-format', 'application/pdf'],
        [TAG.boolean, 'last-document', true],
      ]
      // Its job was asked for before, so that the version is known
      const request = encodeRequest(OPERATION.sendDocument, ++requestId, attributes, [], version)
      await exchange(endpoint, request, document, { ...clocks, totalMs }, isTaking)
    },
    async job(jobId) {
      const wanted: IppMember = [TAG.keyword, 'requested-attributes', JOB_WANTED]
      try {
        return jobOf(groupOf(await ask(OPERATION.getJobAttributes, [...ofJob(jobId), wanted]), GROUP.job))
      } catch (error) {
        if (error instanceof IppError && error.status === NOT_FOUND) return null
        throw error
      }
    },
    async jobsNamed(name) {
      const found: IppJob[] = []
      for (const which of ['not-completed', 'completed']) {
        const attributes: IppMember[] = [
          ...head(),
          [TAG.keyword, 'which-jobs', which],
          [TAG.keyword, 'requested-attributes', JOB_WANTED],
        ]
        const jobs = groupsOf(await ask(OPERATION.getJobs, attributes), GROUP.job).map(jobOf)
        // A job may end between the two questions
        found.push(
          ...jobs.filter(
            (job) => isNombreDeTrabajo(job.name, name) && !found.some(({ id }) => id === job.id),
          ),
        )
      }
      return found
    },
    async cancel(jobId) {
      try {
        await ask(OPERATION.cancelJob, ofJob(jobId))
      } catch (error) {
        const isOver = error instanceof IppError && [NOT_FOUND, NOT_POSSIBLE].includes(error.status ?? 0)
        if (!isOver) throw error
      }
    },
  }
}

function jobOf(attributes: IppAttributes): IppJob {
  return {
    id: ippNumberOf(attributes, 'job-id') ?? 0,
    // Cut to the length that the shop takes
    uuid: ippTextOf(attributes, 'job-uuid')?.slice(0, 100) ?? null,
    name: ippTextOf(attributes, 'job-name') ?? '',
    state: ippNumberOf(attributes, 'job-state') ?? 0,
    reasons: textsOf(attributes, 'job-state-reasons'),
    message: plainText(ippTextOf(attributes, 'job-state-message') ?? ''),
    printerSays: ippTextOf(attributes, 'job-printer-state-message') ?? '',
    impressions: ippNumberOf(attributes, 'job-impressions-completed'),
    octets: ippNumberOf(attributes, 'job-k-octets'),
    ignored: new Map(),
  }
}
