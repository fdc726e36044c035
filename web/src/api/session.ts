import type { ClienteActual } from '@imprimitodo/shared/api/auth'
import { accessOf } from '@imprimitodo/shared/rules/ruta'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { clearAccess, storeAccess, storedAccess } from './access.ts'
import { call } from './call.ts'
import { PEDIDO_KEY } from './queries.ts'
import { dataOf, RefusedError } from './query-client.ts'

/** Whose session this tab is in. `salida`: no one's, because the customer left on purpose. */
type Quien =
  | { cliente: ClienteActual }
  | {
      cliente: null
      salida: boolean
      /** Whether the coupons call of a protected page was tried. */
      tried: boolean
    }

export type Session =
  | { status: 'checking' }
  | { status: 'in'; cliente: ClienteActual }
  | { status: 'out'; salida: boolean; tried: boolean }

/** What only the customer may see hangs below this key, and goes with the session. */
export const CUENTA_KEY = ['cuenta'] as const

const quienQuery = queryOptions({
  queryKey: ['cliente-actual'],
  queryFn: ({ signal }): Promise<Quien> => ask(signal),
  retry: false,
  // Without network it fails at once instead of waiting: the page must not
  networkMode: 'always',
  refetchOnReconnect: true,
})

/** The session of this tab, live. A check that failed is no session. */
export function useSession(): Session {
  const { data, isError } = useQuery(quienQuery)
  if (data?.cliente) return { status: 'in', cliente: data.cliente }
  if (data) return { status: 'out', salida: data.salida, tried: data.tried }
  return isError ? { status: 'out', salida: false, tried: false } : { status: 'checking' }
}

async function ask(signal: AbortSignal): Promise<Quien> {
  try {
    const tried = storedAccess() === '' && accessOf(window.location.pathname) === 'customers'
    if (tried && !(await isLetIn(signal))) return { cliente: null, salida: false, tried }
    // Of a visitor who never had a session the browser should note no failure in its console
    const answer = await call('GET /api/auth/cliente-actual/', { signal, prefer: 'visitante=204' })
    if (!answer.ok && answer.status !== 401) throw new RefusedError(answer.status, answer.errores)
    const [cliente] = answer.ok && answer.status === 200 ? answer.data : []
    return cliente ? { cliente } : { cliente: null, salida: false, tried }
  } catch (error) {
    if (!signal.aborted) console.error('No se pudo comprobar la sesión:', error)
    throw error
  }
}

/** What a protected page tries first: the coupons call lets in by the refresh cookie alone. */
async function isLetIn(signal: AbortSignal): Promise<boolean> {
  const answer = await call('GET /api/cupones/', { signal })
  if (answer.ok) storeAccess(answer.data.access)
  return answer.ok
}

/** Contact of the customer who is logged in: ask only with a session. */
export const meQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'me'],
  queryFn: ({ signal }) => dataOf(call('GET /api/clientes/me', { signal })),
  staleTime: 5 * 60_000,
})

/** After a login: resolves once it is known who it is. */
export async function signIn(queries: QueryClient, access: string): Promise<void> {
  storeAccess(access)
  await queries.fetchQuery({ ...quienQuery, staleTime: 0 }).catch(() => {}) // logged above
}

/** Asks again who this is, as if the page had just been opened. */
export const recheck = (queries: QueryClient): Promise<void> => queries.resetQueries(quienQuery)

/** Asks for the customer anew (points that were spent) while the page stays as it is. */
export const reloadCliente = (queries: QueryClient): Promise<void> => queries.invalidateQueries(quienQuery)

/** Forgets the customer in this browser, by their own wish (`salida`) or because the session ended. */
export function forgetSession(queries: QueryClient, { salida }: { salida: boolean }): void {
  clearAccess()
  const quien: Quien = { cliente: null, salida, tried: true }
  queries.setQueryData(quienQuery.queryKey, quien)
  queries.removeQueries({ queryKey: CUENTA_KEY })
  // An order's page that is open asks again, with the session of now
  void queries.resetQueries({ queryKey: PEDIDO_KEY })
  if (salida) openTabs().postMessage(null)
}

/** One for the tab: a channel hears all others but not itself. */
let tabs: BroadcastChannel | undefined

function openTabs(): BroadcastChannel {
  tabs ??= new BroadcastChannel('salida')
  return tabs
}

/**
 * What was shown to a customer who has left since is shown no more: in the browser's other tabs, and in a page that it
 * brings back from its memory. @returns what ends it
 */
export function forgetTogether(queries: QueryClient): () => void {
  const left = () => forgetSession(queries, { salida: false })
  openTabs().addEventListener('message', left)
  const back = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    void queries.resetQueries({ queryKey: PEDIDO_KEY })
    if (storedAccess() === '') void recheck(queries)
  }
  window.addEventListener('pageshow', back)
  return () => {
    openTabs().removeEventListener('message', left)
    window.removeEventListener('pageshow', back)
  }
}

/** The customer changed (e-mail, points): shown at once. */
export function setCliente(queries: QueryClient, change: Partial<ClienteActual>): void {
  queries.setQueryData(quienQuery.queryKey, (quien) =>
    quien?.cliente ? { cliente: { ...quien.cliente, ...change } } : quien,
  )
}
