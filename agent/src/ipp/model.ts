// IPP/2.0 as we speak it (RFC 8010 encoding, RFC 8011 semantics; PWG 5100.7 for media-col).

/** Value tags of RFC 8010 section 3.5. */
export const TAG = {
  noValue: 0x13,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  octetString: 0x30,
  dateTime: 0x31,
  resolution: 0x32,
  range: 0x33,
  collection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
  memberName: 0x4a,
} as const

export const GROUP = { operation: 1, job: 2, end: 3, printer: 4, unsupported: 5 } as const

export const OPERATION = {
  printJob: 0x0002,
  validateJob: 0x0004,
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
} as const

/** RFC 8011 section 5.3.7. */
export const JOB_STATE = {
  pending: 3,
  held: 4,
  processing: 5,
  stopped: 6,
  canceled: 7,
  aborted: 8,
  completed: 9,
} as const

/** A printer's value of an attribute; `null` for its out-of-band values ('no-value', 'unknown'). */
export type IppValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | { lower: number; upper: number }
  | { [member: string]: IppValue[] }
export type IppAttributes = Map<string, IppValue[]>
export type IppGroup = { tag: number; attributes: IppAttributes }
export type IppReply = { status: number; requestId: number; groups: IppGroup[] }

/**
 * What we send: tag, name, one value or several. A collection's value is its members; bytes go as they are.
 */
export type IppMember = readonly [tag: number, name: string, value: SentValue | readonly SentValue[]]
export type SentValue = string | number | boolean | Uint8Array | readonly IppMember[]

/** The first group with this tag; empty where the printer left it out. */
export function groupOf({ groups }: IppReply, tag: number): IppAttributes {
  return groups.find((group) => group.tag === tag)?.attributes ?? new Map()
}

export const groupsOf = ({ groups }: IppReply, tag: number): IppAttributes[] =>
  groups.filter((group) => group.tag === tag).map(({ attributes }) => attributes)

/** The texts of an attribute; its other values are left out. */
export const textsOf = (attributes: IppAttributes, name: string): string[] =>
  (attributes.get(name) ?? []).filter((value) => typeof value === 'string')

export const ippTextOf = (attributes: IppAttributes, name: string): string | null =>
  textsOf(attributes, name)[0] ?? null

export const numbersOf = (attributes: IppAttributes, name: string): number[] =>
  (attributes.get(name) ?? []).filter((value) => typeof value === 'number')

export const ippNumberOf = (attributes: IppAttributes, name: string): number | null =>
  numbersOf(attributes, name)[0] ?? null
