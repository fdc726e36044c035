// What the printer of the tests reports of itself and of its jobs, as RFC 8011 and PWG 5100.12 want it.
import { randomUUID } from 'node:crypto'
import {
  GROUP,
  type IppAttributes,
  type IppMember,
  ippTextOf,
  JOB_STATE,
  OPERATION,
  TAG,
  textsOf,
} from '../ipp/model.ts'

export type PrinterJob = {
  id: number
  uuid: string
  name: string
  user: string
  state: number
  reasons: string[]
  impressions: number
  message: string
  /** Its document is read while it prints. */
  isReading: boolean
  attributes: IppAttributes
  /** Seconds since it was switched on; null: not yet. */
  times: { created: number; processing: number | null; completed: number | null }
  timer?: NodeJS.Timeout
}

/** Peculiarities of some real printers, which this one has only where a test asks for them. */
export type Quirks = {
  /** It refuses each document with this status, of IPP or of HTTP; the job stays empty. */
  refuses?: number
  /** The time from the last byte of a document to its answer; meanwhile its job is held and `job-incoming`. */
  spoolMs?: number
  /** Without paper it stops reading. */
  noDisk?: boolean
  /** The state of a job before it has its document, instead of held. */
  empty?: Pick<PrinterJob, 'state' | 'reasons'>
  /** The state of a job once it has its document, instead of printing. */
  keeps?: Pick<PrinterJob, 'state' | 'reasons'>
  /** How a job ends, in the printer's words. */
  endReason?: string
  message?: string
  /** The attributes of each Create-Job that it lists as unsupported while it accepts the job. */
  ignores?: IppMember[]
  /** Attributes that it reports of itself, instead of its own ones of the same names or besides them. */
  says?: IppMember[]
  /** It refuses each job that asks for one of these, and names them. */
  rejects?: string[]
  /** It knows this version of IPP alone, and refuses others. */
  version?: number
  /** It answers for no single job. */
  hidesJobs?: boolean
}

export const withSaid = (attributes: IppMember[], { says = [] }: Quirks): IppMember[] => [
  ...attributes.filter(([, name]) => !says.some(([, said]) => said === name)),
  ...says,
]

/** A job without its document. */
export const emptyJob = (
  id: number,
  asked: IppAttributes,
  wanted: IppAttributes,
  upTime: number,
): PrinterJob => ({
  id,
  uuid: `urn:uuid:${randomUUID()}`,
  name: ippTextOf(asked, 'job-name') ?? '',
  user: ippTextOf(asked, 'requesting-user-name') ?? '',
  state: JOB_STATE.held,
  reasons: ['job-data-insufficient'],
  impressions: 0,
  message: '',
  isReading: false,
  attributes: wanted,
  times: { created: upTime, processing: null, completed: null },
})

export const FORMATS = ['application/octet-stream', 'application/pdf']
export const OVER: readonly number[] = [JOB_STATE.canceled, JOB_STATE.aborted, JOB_STATE.completed]

const i32s = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, value] of numbers.entries()) bytes.writeInt32BE(value, index * 4)
  return bytes
}
/** Both directions, per inch (unit 3). */
const dpi = (value: number): Buffer => Buffer.concat([i32s(value, value), Buffer.from([3])])

export function capabilities(of: {
  uri: string
  uuid: string
  upTime: number
  isOut: boolean
  perPage: boolean
  jobs: readonly PrinterJob[]
}): IppMember[] {
  const isPrinting = of.jobs.some(({ state }) => state === JOB_STATE.processing)
  return [
    [TAG.uri, 'printer-uri-supported', of.uri],
    [TAG.keyword, 'uri-security-supported', 'none'],
    [TAG.keyword, 'uri-authentication-supported', 'requesting-user-name'],
    [TAG.uri, 'printer-uuid', of.uuid],
    [TAG.name, 'printer-name', 'prueba'],
    [TAG.text, 'printer-info', 'Copiadora de prueba'],
    [TAG.text, 'printer-location', 'Mostrador'],
    [TAG.text, 'printer-make-and-model', 'Copiadora de prueba'],
    [TAG.uri, 'printer-more-info', of.uri.replace('ipp:', 'http:')],
    [TAG.enum, 'printer-state', isPrinting ? 4 : 3],
    [TAG.keyword, 'printer-state-reasons', of.isOut ? ['media-empty-error', 'media-needed-error'] : 'none'],
    [TAG.boolean, 'printer-is-accepting-jobs', true],
    [TAG.integer, 'printer-up-time', of.upTime],
    [TAG.integer, 'queued-job-count', of.jobs.filter(({ state }) => !OVER.includes(state)).length],
    [TAG.keyword, 'ipp-versions-supported', ['1.1', '2.0']],
    [TAG.enum, 'operations-supported', Object.values(OPERATION)],
    [TAG.charset, 'charset-configured', 'utf-8'],
    [TAG.charset, 'charset-supported', 'utf-8'],
    [TAG.language, 'natural-language-configured', 'es-ar'],
    [TAG.language, 'generated-natural-language-supported', 'es-ar'],
    [TAG.keyword, 'compression-supported', 'none'],
    [TAG.keyword, 'pdl-override-supported', 'attempted'],
    [TAG.mimeType, 'document-format-default', 'application/pdf'],
    [TAG.mimeType, 'document-format-supported', FORMATS],
    [TAG.integer, 'copies-default', 1],
    [TAG.range, 'copies-supported', i32s(1, 999)],
    [TAG.keyword, 'multiple-document-handling-supported', 'separate-documents-collated-copies'],
    [TAG.keyword, 'sides-default', 'one-sided'],
    [TAG.keyword, 'sides-supported', ['one-sided', 'two-sided-long-edge', 'two-sided-short-edge']],
    [TAG.keyword, 'print-color-mode-supported', ['auto', 'color', 'monochrome']],
    ...(of.perPage ? [[TAG.keyword, 'overrides-supported', ['pages', 'print-color-mode']] as const] : []),
    [TAG.boolean, 'color-supported', true],
    [TAG.integer, 'pages-per-minute', 30],
    [TAG.integer, 'pages-per-minute-color', 30],
    [TAG.keyword, 'print-scaling-supported', ['auto', 'none']],
    [TAG.keyword, 'media-default', 'iso_a4_210x297mm'],
    [TAG.keyword, 'media-supported', 'iso_a4_210x297mm'],
    [TAG.enum, 'finishings-default', 3],
    [TAG.enum, 'finishings-supported', 3],
    [TAG.enum, 'orientation-requested-default', 3],
    [TAG.enum, 'orientation-requested-supported', [3, 4, 5, 6]],
    [TAG.keyword, 'output-bin-default', 'face-down'],
    [TAG.keyword, 'output-bin-supported', 'face-down'],
    [TAG.enum, 'print-quality-default', 4],
    [TAG.enum, 'print-quality-supported', 4],
    [TAG.resolution, 'printer-resolution-default', dpi(600)],
    [TAG.resolution, 'printer-resolution-supported', dpi(600)],
  ]
}

export function describe(job: PrinterJob, printerUri: string, upTime: number): IppMember[] {
  const since = (name: string, seconds: number | null): IppMember =>
    seconds === null ? [TAG.noValue, name, ''] : [TAG.integer, name, seconds]
  return [
    [TAG.integer, 'job-id', job.id],
    [TAG.uri, 'job-uri', `${printerUri}/${job.id}`],
    [TAG.uri, 'job-printer-uri', printerUri],
    [TAG.uri, 'job-uuid', job.uuid],
    [TAG.name, 'job-name', job.name],
    [TAG.name, 'job-originating-user-name', job.user],
    [TAG.enum, 'job-state', job.state],
    [TAG.keyword, 'job-state-reasons', job.reasons],
    [TAG.text, 'job-state-message', job.message],
    [TAG.integer, 'job-impressions-completed', job.impressions],
    since('time-at-creation', job.times.created),
    since('time-at-processing', job.times.processing),
    since('time-at-completed', job.times.completed),
    [TAG.integer, 'job-printer-up-time', upTime],
  ]
}

const OF_A_NEW_JOB = ['job-id', 'job-uri', 'job-uuid', 'job-state', 'job-state-reasons']
const GROUPS = ['all', 'job-description', 'printer-description', 'job-template']

/** The requested attributes, or the operation's default (RFC 8011 sections 4.2.5, 4.2.6, 4.3.4). */
export function requested(
  asked: IppAttributes,
  all: IppMember[],
  byDefault?: readonly string[],
): IppMember[] {
  const named = textsOf(asked, 'requested-attributes')
  const wanted = named.length > 0 ? named : byDefault
  if (!wanted || wanted.some((name) => GROUPS.includes(name))) return all
  return all.filter(([, name]) => wanted.includes(name))
}

export const ofNewJob = (all: IppMember[]): IppMember[] =>
  all.filter(([, name]) => OF_A_NEW_JOB.includes(name))

/** Whether a request is valid, whatever its operation (RFC 8011 sections 4.1.1 and 4.1.4). */
export function isProper(requestId: number, groups: { tag: number; attributes: IppAttributes }[]): boolean {
  const [first] = groups
  if (requestId < 1 || first?.tag !== GROUP.operation) return false
  const [charset, language] = first.attributes.keys()
  if (charset !== 'attributes-charset' || language !== 'attributes-natural-language') return false
  return (
    ippTextOf(first.attributes, 'printer-uri') !== null || ippTextOf(first.attributes, 'job-uri') !== null
  )
}
