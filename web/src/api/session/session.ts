import type { ClienteActual } from '@imprimitodo/shared/api/auth'
import { accessOf } from '@imprimitodo/shared/rules/vidriera/ruta'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../call.ts'
import { PEDIDO_KEY } from '../queries.ts'
import { dataOf, RefusedError, showAnswer } from '../query-client.ts'
import { clearAccess, storeAccess, storedAccess } from './token.ts'

/** The customer of this tab, or null. `salida`: null because the customer logged out. */
type Quien =
  | { cliente: ClienteActual }
  | {
      cliente: null
      salida: boolean
      /** Whether the coupons call, which a protected page makes first, was tried. */
      tried: boolean
    }

export type Session =
  | { status: 'checking' }
  | { status: 'in'; cliente: ClienteActual }
  | { status: 'out'; salida: boolean; tried: boolean }

/** What a toast about the end of a session is about: a later one that knows more replaces it. */
export const FIN_DE_SESION = 'fin de sesión'

/** Queries for the customer alone begin with this key, and are removed with the session. */
export const CUENTA_KEY = ['cuenta'] as const

const quienQuery = queryOptions({
  queryKey: ['cliente-actual'],
  queryFn: ({ signal }): Promise<Quien> => ask(signal),
  retry: false,
  // Without network it fails at once instead of waiting: the page must be shown
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
    // With this preference a visitor who never had a session causes no failed request in the console
    const answer = await call('GET /api/auth/cliente-actual/', { signal, prefer: 'visitante=204' })
    if (!answer.ok && answer.status !== 401) throw new RefusedError(answer)
    const [cliente] = answer.ok && answer.status === 200 ? answer.data : []
    return cliente ? { cliente } : { cliente: null, salida: false, tried }
  } catch (error) {
    if (!signal.aborted) console.error('No se pudo comprobar la sesión:', error)
    throw error
  }
}

/** A protected page's first call: the coupons call is authenticated by the refresh cookie alone. */
async function isLetIn(signal: AbortSignal): Promise<boolean> {
  const answer = await call('GET /api/cupones/', { signal })
  if (!answer.ok || answer.status !== 200) return false
  storeAccess(answer.data.access)
  return true
}

/** The customer's contact data: query it only with a session. */
export const meQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'me'],
  queryFn: ({ signal }) => dataOf(call('GET /api/clientes/me', { signal })),
  staleTime: 5 * 60_000,
})

/** After a login: resolves once the customer's data is loaded. */
export async function signIn(queries: QueryClient, access: string): Promise<void> {
  storeAccess(access)
  void queries.cancelQueries(quienQuery) // a check that is under way is about the visitor before the login
  await queries.fetchQuery({ ...quienQuery, staleTime: 0 }).catch(() => {}) // logged above
}

/** Checks the session again, as if the page had just been opened. */
export const recheck = (queries: QueryClient): Promise<void> => queries.resetQueries(quienQuery)

/** Reloads the customer (whose points were spent) while the page stays as it is. */
export const reloadCliente = (queries: QueryClient): Promise<void> => queries.invalidateQueries(quienQuery)

/** Forgets the customer in this browser, because of a logout (`salida`) or because the session ended. */
export function forgetSession(queries: QueryClient, { salida }: { salida: boolean }): void {
  clearAccess()
  const quien: Quien = { cliente: null, salida, tried: true }
  void queries.cancelQueries(quienQuery) // a check that is under way is about the customer who leaves
  queries.setQueryData(quienQuery.queryKey, quien)
  queries.removeQueries({ queryKey: CUENTA_KEY })
  // An open order page reloads, now without the session
  void queries.resetQueries({ queryKey: PEDIDO_KEY })
  if (salida) openTabs()?.postMessage(null)
}

/** One channel for the tab: it receives messages of other tabs but not its own. */
let tabs: BroadcastChannel | null | undefined

/** Null where the browser has none, or refuses it: Firefox does, with the storage. Each tab then learns it by itself. */
function openTabs(): BroadcastChannel | null {
  if (tabs === undefined) {
    try {
      tabs = new BroadcastChannel('salida')
    } catch {
      tabs = null
    }
  }
  return tabs
}

/**
 * Hides the data of a customer who logged out: in the browser's other tabs, and in a page restored from the
 * back-forward cache. @returns removes the listeners
 */
export function forgetTogether(queries: QueryClient): () => void {
  const left = () => forgetSession(queries, { salida: false })
  openTabs()?.addEventListener('message', left)
  const back = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    void queries.resetQueries({ queryKey: PEDIDO_KEY })
    if (storedAccess() === '') void recheck(queries)
  }
  window.addEventListener('pageshow', back)
  return () => {
    openTabs()?.removeEventListener('message', left)
    window.removeEventListener('pageshow', back)
  }
}

/** Shows a change of the customer (e-mail, points) at once. */
export function setCliente(queries: QueryClient, change: Partial<ClienteActual>): void {
  const { queryKey } = quienQuery
  const cliente = queries.getQueryData(queryKey)?.cliente
  if (cliente) showAnswer(queries, queryKey, { cliente: { ...cliente, ...change } })
}
