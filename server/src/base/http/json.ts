/** What JSON.parse tells of a value: how it was written. */
type Written = { source?: string }

/** A whole number of which JavaScript does not know every digit stays as it was written: it may be an id. */
const exact = (_key: string, value: unknown, { source = '' }: Written = {}): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value

/** JSON of others, also behind a byte order mark (RFC 8259 8.1). @throws SyntaxError */
export const readJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''), exact)
