/** One server-sent event: its type ('message' unless said) and its data lines joined with a line break. */
export type SseEvent = { event: string; data: string }

/**
 * Reads a `text/event-stream` piece by piece (HTML standard, "Parsing an event stream"): a piece may end
 * anywhere, lines end in LF, CR or CRLF, comments (the server's heartbeat) are dropped. Returns the events that
 * the piece completed.
 */
export function createSseParser(): (piece: string) => SseEvent[] {
  let rest = ''
  let isFirst = true
  let event = ''
  let data: string[] = []

  return (piece) => {
    let text = rest + piece
    if (isFirst && text !== '') {
      isFirst = false
      if (text.startsWith('\uFEFF')) text = text.slice(1)
    }
    // A CR at the very end may be the first half of a CRLF: wait for the next piece
    const complete = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = complete.split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '') + text.slice(complete.length)

    const events: SseEvent[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n') })
        event = ''
        data = []
        continue
      }
      const [, field, value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (field === 'data') data.push(value)
      if (field === 'event') event = value
    }
    return events
  }
}
