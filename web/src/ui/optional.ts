let waiting = 0

/**
 * Loads a part that the screen can do without for now: the next step ahead of time, dragging. Its failure is the
 * caller's to bear and must not reload the page (app/outdated.ts), as that of a screen does.
 */
export async function optional<T>(load: () => Promise<T>): Promise<T> {
  if (import.meta.env.SSR) return new Promise(() => {}) // left to the browser
  waiting++
  try {
    return await load()
  } finally {
    waiting--
  }
}

export const isOptional = (): boolean => waiting > 0
