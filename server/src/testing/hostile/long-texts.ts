import type { RegisteredCall } from '../../base/http/budgets.ts'
import { type Field, fieldsOf } from './fields.ts'

/** Worst cases for a backtracking expression: it almost matches, up to the last character. */
const SHAPES = ['a', '.', '@', ' ', '1', 'a@', 'a.', '1-', 'a1.@ ', '\\"', 'ñ', '<']
/** For an address and its query: the server takes 16 KB of headers. */
const ADDRESS_BYTES = 14_000

/** The input of a call, as far as texts go: `url` as Fastify has it. */
export type Taking = Pick<RegisteredCall, 'method' | 'url' | 'schema'>
/** One request: `path` with its query; `body` is JSON. */
export type LongText = { method: string; path: string; body?: string; field: Field }

/**
 * One request for each text of each call: that text is `bytes` long, in a shape that changes from one to the
 * next, and the other fields are left out.
 * @param turn the first shape; after as many turns as `SHAPE_COUNT` each text had each shape
 */
export function longTexts(calls: readonly Taking[], bytes: number, turn = 0): LongText[] {
  const texts = calls.flatMap((call) =>
    fieldsOf(call)
      .filter(({ type }) => type === 'string')
      .map((field) => ({ call, field })),
  )
  return texts.map(({ call, field }, index) => {
    const shape = SHAPES[(index + turn) % SHAPES.length] ?? 'a'
    return request(call, field, (length) => `x${shape.repeat(Math.ceil(length / shape.length))}!`, bytes)
  })
}

export const SHAPE_COUNT = SHAPES.length

/** Whether a server that refused the call closed the connection before it had read all of it. */
export const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  ['EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(String(error.cause.code))

function request(
  { method, url }: Taking,
  field: Field,
  text: (length: number) => string,
  bytes: number,
): LongText {
  const own = field.path[0] ?? ''
  const filled = (value: string) =>
    url.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(field.place === 'params' && name === own ? value : '1').slice(0, ADDRESS_BYTES),
    )
  const asked = { method: String([method].flat()[0]), field }
  if (field.place === 'params') return { ...asked, path: filled(text(Math.min(bytes, ADDRESS_BYTES / 3))) }
  if (field.place === 'querystring') {
    const query = new URLSearchParams({ [own]: text(Math.min(bytes, ADDRESS_BYTES / 3)) })
    return { ...asked, path: `${filled('1')}?${query}` }
  }
  return { ...asked, path: filled('1'), body: JSON.stringify(nested(field.path, text(bytes))) }
}

function nested(path: string[], value: unknown): unknown {
  return path.reduceRight<unknown>(
    (inner, key) => (key === '[]' ? [inner] : { [key === '{}' ? 'x' : key]: inner }),
    value,
  )
}
