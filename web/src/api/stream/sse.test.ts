import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSseParser } from './sse.ts'

const parse = (...pieces: string[]) => {
  const push = createSseParser()
  return pieces.flatMap((piece) => push(piece)).map(({ data }) => data)
}

describe('createSseParser', () => {
  it.each([
    ['one event', 'data: {"a":1}\n\n', ['{"a":1}']],
    ['no space after the colon', 'data:x\n\n', ['x']],
    ['only one space is dropped', 'data:  x\n\n', [' x']],
    ['several data lines are one event', 'data: a\ndata: b\n\n', ['a\nb']],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['CR alone', 'data: a\r\rdata: b\r\r ', ['a', 'b']],
    ['comments are heartbeats, not events', ': ping\n\n:\n\n', []],
    ['unknown fields are ignored', 'id: 7\nretry: 100\nfoo\ndata: a\n\n', ['a']],
    ['a colon inside the data', 'data: a: b\n\n', ['a: b']],
    ['an event without data is none', 'event: cambio\n\n', []],
    ['an unfinished event waits', 'data: a\n', []],
    ['a byte order mark at the start', '\uFEFFdata: a\n\n', ['a']],
    ['a field name that only begins like data', 'database: a\n\n', []],
  ])('%s', (_title, stream, expected) => expect(parse(stream)).toEqual(expected))

  it('keeps the type of an event, and only for that event', () => {
    const events = createSseParser()('event: estado\ndata: a\n\ndata: b\n\n')
    expect(events).toEqual([
      { event: 'estado', data: 'a' },
      { event: 'message', data: 'b' },
    ])
  })

  it('a CRLF cut in two is one line end', () =>
    expect(parse('data: a\r', '\ndata: b\r', '\n\r', '\n')).toEqual(['a\nb']))

  it('gives the same events however the stream is cut', () => {
    const data = fc.array(fc.string({ unit: fc.constantFrom('a', 'ñ', ':', ' ', '{', '"') }), {
      minLength: 1,
    })
    return fc.assert(
      fc.property(
        fc.array(data, { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(200)),
        (events, end, cuts) => {
          const stream = events
            .map((lines) => lines.map((line) => `data: ${line}${end}`).join('') + end)
            .join('')
          const at = [0, ...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length]
          const pieces = at.slice(1).map((to, index) => stream.slice(at[index], to))
          // A comment line at the end decides whether a final CR was half a CRLF
          expect(parse(...pieces, ':')).toEqual(events.map((lines) => lines.join('\n')))
        },
      ),
    )
  })
})
