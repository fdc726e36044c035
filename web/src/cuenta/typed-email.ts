// An e-mail that was typed at the login goes on to the next page in the state of the navigation, never in its address.

type Estado = { email: string }

export const withEmail = (email: string): Estado => ({ email: email.trim() })

/** @param state of the navigation to this page, where anything may be. */
export const emailIn = (state: Partial<Estado> | null): string =>
  typeof state?.email === 'string' ? state.email : ''
