const LOGIN = '/mostrador/ingresar'

type OfMostrador = `/mostrador${string}`

/** Where the login page is reached from `path` (with its search), which it goes back to. */
export const loginPath = (path: string): OfMostrador =>
  path === '/mostrador' ? LOGIN : `${LOGIN}?${new URLSearchParams({ volver: path })}`

/** Only pages of the back office are gone back to: the address may come from a stranger. */
export function returnPath(search: string, sucursal: string | null): OfMostrador {
  const asked = new URLSearchParams(search).get('volver') ?? ''
  if (/^\/mostrador(?:[/?]|$)/.test(asked) && !asked.startsWith(LOGIN)) return asked as OfMostrador
  return sucursal ? `/mostrador?${new URLSearchParams({ sucursal })}` : '/mostrador'
}
