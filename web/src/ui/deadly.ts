// Files whose drawing ended the tab: a scan of A3 at 600 dpi, or a large picture, takes more memory than a cheap phone
// has. A page that is loaded again would draw them again, and die again, so of a PDF the server alone says what is in it.

/** In the session storage, which outlives a tab that died: ids of such files, and of those that are being drawn. */
const KEY = 'dibujando'

const deadly: readonly string[] = readIds()
/** PDFs and pictures are drawn at the same time. */
const drawing = new Set<string>()

/** Whether the tab died while it drew this file. */
export const isDeadly = (id: string): boolean => deadly.includes(id)

/** Before a file is drawn. */
export function noteDrawing(id: string): void {
  drawing.add(id)
  write()
}

/** When that is over, however it ended. */
export function noteDrawn(id: string): void {
  drawing.delete(id)
  write()
}

/** @param left nobody looks: a phone that discards the tab now does so for other apps, and says nothing more */
function write(left = document.hidden): void {
  const ids = left ? deadly : [...new Set([...deadly, ...drawing])]
  try {
    if (ids.length > 0) sessionStorage.setItem(KEY, ids.join(' '))
    else sessionStorage.removeItem(KEY)
  } catch {
    // forbidden: a tab that dies is not noticed
  }
}

function readIds(): string[] {
  try {
    return sessionStorage.getItem(KEY)?.split(' ') ?? []
  } catch {
    return []
  }
}

// Who reloads, leaves or looks elsewhere says so; a tab that dies does not
if (!import.meta.env.SSR) {
  window.addEventListener('pagehide', () => write(true))
  document.addEventListener('visibilitychange', () => write())
}
