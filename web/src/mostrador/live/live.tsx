import { isCerrado } from '@imprimitodo/shared/rules/compra/pedido'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type LiveState, startStream } from '../../api/stream/stream.ts'
import {
  impresionesKey,
  impresorasKey,
  pedidoKey,
  pedidosKey,
  recepcionKey,
  urgenciasKey,
} from '../queries.ts'
import { askRaw, refreshSession } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'
import { announcementOf, type PedidoEvento, parseCambio, parseEvento } from './evento.ts'
import { tellLlegado } from './llegados.tsx'
import { chargeEnd, isOwn } from './own.ts'
import { chime } from './sound.ts'
import { countUnseen } from './unseen.ts'

const POLL_MS = 20_000
/** Events that come together (a batch of orders that expire) cause one call, and one sound. */
export const GATHER_MS = 150

const LiveContext = createContext<LiveState>('conectando')

export const useLiveState = (): LiveState => useContext(LiveContext)

/** For `refetchInterval`: without the stream, orders are polled every 20 s. */
export const usePolling = (): number | false => (useLiveState() === 'conectado' ? false : POLL_MS)

/** Keeps the screen up to date while orders change. Announces new ones of `sucursal` ('' is every branch). */
export function LiveProvider({ sucursal, children }: { sucursal: string; children: ReactNode }) {
  const [state, setState] = useState<LiveState>('conectando')
  const cache = useQueryClient()
  const branch = useRef(sucursal)
  branch.current = sucursal

  useEffect(() => {
    const refresh = gatherRefreshes(cache)
    const news = gatherNews()
    const stop = startStream({
      open: (signal) => askRaw('/api/mostrador/eventos', 'text/event-stream', signal),
      onState: (next) => {
        setState(next)
        // Changes before the stream was open sent no event
        if (next === 'conectado') refresh.all()
        // The server ends the stream of a person who has another role or branch
        if (next !== 'conectando') void refreshSession()
      },
      onData: (data) => hear(data, { cache, refresh, news, sucursal: branch.current }),
      onUnauthorized: () => {}, // askRaw has already ended the session
    })
    return () => {
      stop()
      refresh.stop()
      news.stop()
    }
  }, [cache])

  useReloadForRole(cache)

  return <LiveContext value={state}>{children}</LiveContext>
}

/**
 * Loads these queries again, or all. A query whose first read is still under way is read once more after it: if each
 * change began that read anew, on a slow network it would never end.
 */
function reload(cache: QueryClient, queryKey?: QueryKey): void {
  const isFirst = cache.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0
  const read = cache.invalidateQueries({ queryKey })
  if (isFirst) void read.then(() => cache.invalidateQueries({ queryKey }, { cancelRefetch: false }))
}

/** Loads everything again once the person has another role or branch, or their branch another name. */
function useReloadForRole(cache: QueryClient): void {
  const session = useMostradorSession()
  const shownFor = `${session?.rol} ${session?.sucursal}`
  const before = useRef(shownFor)
  useEffect(() => {
    if (before.current !== shownFor) reload(cache)
    before.current = shownFor
  }, [shownFor, cache])
}

/** Reloads what an event tells of, and announces an order of `sucursal` that another clerk or a customer moved. */
function hear(
  data: string,
  {
    cache,
    refresh,
    news,
    sucursal,
  }: {
    cache: QueryClient
    refresh: ReturnType<typeof gatherRefreshes>
    news: ReturnType<typeof gatherNews>
    sucursal: string
  },
): void {
  const cambio = parseCambio(data)
  if (cambio?.tipo === 'tomado') refresh.one(cambio.pedido_id)
  else if (cambio?.tipo === 'recepcion') reload(cache, recepcionKey(cambio.recepcion_id))
  else if (cambio) refresh.all()
  const evento = cambio ? null : parseEvento(data)
  if (!evento) return
  refresh.one(evento.pedido_id)
  if (sucursal === '' || sucursal === evento.sucursal) news.one(evento)
}

/**
 * Announces the events of some moments together: an order that was handed over meanwhile, as a sale of goods is
 * at once, asks nothing of a clerk.
 */
function gatherNews() {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Map<string, PedidoEvento>()
  async function tell() {
    await chargeEnd()
    timer = undefined
    const news = [...waiting.values()].filter(({ pedido_id }) => !isOwn(pedido_id))
    waiting.clear()
    for (const evento of news) {
      tellLlegado(evento)
      countUnseen(evento.pedido_id)
    }
    if (news.length > 0) void chime(news.map(({ pedido_id, estado }) => `${pedido_id} ${estado}`))
  }
  return {
    one(evento: PedidoEvento) {
      if (isCerrado(evento.estado)) waiting.delete(evento.pedido_id)
      if (!announcementOf(evento)) return
      waiting.set(evento.pedido_id, evento)
      timer ??= setTimeout(tell, GATHER_MS)
    },
    stop() {
      clearTimeout(timer)
      waiting.clear()
    },
  }
}

function gatherRefreshes(cache: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const waiting = new Set<string>()
  let isAll = false
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      reload(cache, pedidosKey)
      reload(cache, urgenciasKey)
      if (isAll)
        for (const queryKey of [impresionesKey, impresorasKey, ['pedido'], ['recepcion']])
          reload(cache, queryKey)
      isAll = false
      for (const id of waiting) reload(cache, pedidoKey(id))
      waiting.clear()
    }, GATHER_MS)
  }
  return {
    one(id: string) {
      waiting.add(id)
      later()
    },
    /** Reloads everything: what came out is also on the cards and in the order's history. */
    all() {
      isAll = true
      later()
    },
    stop: () => clearTimeout(timer),
  }
}
