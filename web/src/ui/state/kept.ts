/** A text that this browser keeps under a key. Where storage is forbidden or full nothing is kept: it is null there. */
export const createKept = (area: 'localStorage' | 'sessionStorage', key: string) => ({
  read(): string | null {
    try {
      return globalThis[area].getItem(key)
    } catch {
      return null
    }
  },
  /** @returns whether it is kept now */
  write(text: string): boolean {
    try {
      globalThis[area].setItem(key, text)
      return true
    } catch {
      return false
    }
  },
  forget(): void {
    try {
      globalThis[area].removeItem(key)
    } catch {
      // nothing could have been kept
    }
  },
})
