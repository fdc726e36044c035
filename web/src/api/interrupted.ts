const KEY = 'volver'

/** Stores the page of this tab on which the session ended: the next login leads to it. */
export function rememberInterrupted(address: string): void {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // storage is forbidden: the login leads to the profile
  }
}

/** Null where there is none. */
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
    // storage is forbidden: nothing is stored
  }
}
