// Files whose drawing ended the tab: a scan of A3 at 600 dpi takes more memory than a cheap phone has. A page that
// is loaded again would draw them again, and die again, so the server alone says what is in them.

/** In the session storage, which outlives a tab that died: ids of such files, and of the one that is being drawn. */
const KEY = 'dibujando'

const deadly = readIds()

/** Whether the tab died while it drew this file. */
export const isDeadly = (id: string): boolean => deadly.includes(id)

/** Before a file is drawn, and with null afterwards. */
export function noteDrawing(id: string | null): void {
  const ids = id === null ? deadly : [...deadly, id]
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

// Who reloads or leaves says so; a tab that dies does not
if (!import.meta.env.SSR) window.addEventListener('pagehide', () => noteDrawing(null))
