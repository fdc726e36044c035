const KEY = 'volver'

/** The page of this tab that the end of a session interrupted: where the next login leads. */
export function rememberInterrupted(address: string): void {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // forbidden: the login leads to the profile
  }
}

/** Null where nothing was. */
export function interrupted(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function forgetInterrupted(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // forbidden: nothing was kept there
  }
}
