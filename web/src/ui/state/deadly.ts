// Files whose drawing crashed the tab: a scan of A3 at 600 dpi, or a large picture, takes more memory than a
// cheap phone has. A reloaded page would draw them again, and crash again; so they are not drawn, and a PDF
// is examined by the server alone.

import { createKept } from './kept.ts'

/**
 * In session storage, which survives a crashed tab: ids of such files, and of those being drawn. Without it no crash
 * is noticed.
 */
const ids = createKept('sessionStorage', 'dibujando')

const deadly: readonly string[] = ids.read()?.split(' ') ?? []
/** PDFs and pictures are drawn at the same time. */
const drawing = new Set<string>()

/** Whether the tab crashed while it drew this file. */
export const isDeadly = (id: string): boolean => deadly.includes(id)

/** Call it before a file is drawn. */
export function noteDrawing(id: string): void {
  drawing.add(id)
  write()
}

/** Call it when the drawing has ended, however it ended. */
export function noteDrawn(id: string): void {
  drawing.delete(id)
  write()
}

/**
 * @param left the page is hidden: a phone that discards the tab now does so for other apps, without an event
 */
function write(left = document.hidden): void {
  const now = left ? deadly : [...new Set([...deadly, ...drawing])]
  if (now.length > 0) ids.write(now.join(' '))
  else ids.forget()
}

// A reload, leaving or hiding the page fires an event; a crash does not
if (!import.meta.env.SSR) {
  window.addEventListener('pagehide', () => write(true))
  document.addEventListener('visibilitychange', () => write())
}
