const LOGIN = '/mostrador/ingresar'

type OfMostrador = `/mostrador${string}`

/** The login page's address, with `path` (and its search) to return to. */
export const loginPath = (path: string): OfMostrador =>
  path === '/mostrador' ? LOGIN : `${LOGIN}?${new URLSearchParams({ volver: path })}`

/** Returns only to pages of the back office: the address may come from a stranger. */
export function returnPath(search: string): OfMostrador {
  const asked = new URLSearchParams(search).get('volver') ?? ''
  if (/^\/mostrador(?:[/?]|$)/.test(asked) && !asked.startsWith(LOGIN)) return asked as OfMostrador
  return '/mostrador'
}
