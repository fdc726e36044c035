/** What JSON.parse tells of a value: how it was written. */
type Written = { source?: string }

/** A whole number of which JavaScript does not know every digit stays as it was written: it may be an id. */
function exact(_key: string, value: unknown, written: Written = {}): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value
  // Node before 21 does not tell: rather no answer than the id of another payment
  if (written.source === undefined) throw new SyntaxError('A number has more digits than can be read.')
  return /^-?\d+$/.test(written.source) ? written.source : value
}

/** JSON of others, also behind a byte order mark (RFC 8259 8.1). @throws SyntaxError */
export const readJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''), exact)
