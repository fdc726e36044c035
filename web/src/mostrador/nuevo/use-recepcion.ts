import type { RecepcionMostrador, Recibido } from '@imprimitodo/shared/api/recepciones'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { usePolling } from '../live/live.tsx'
import { recepcionKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import type { RecepcionGuardada } from './guardada.ts'

/** How often the progress of a file is polled; a live event reports its end. */
const PROGRESS_MS = 1_000

/**
 * The files that the customer's phone sends to this sale. `onRecibido` gets each file once, as soon as it was
 * read, with the reason if it cannot be printed. `onQuitado`: its customer took it back. It belongs to one
 * sale and ends with it, also over a reload.
 */
export function useRecepcion({
  sucursal,
  inicial,
  onRecibido,
  onQuitado,
}: {
  sucursal: string
  inicial: RecepcionGuardada | null
  onRecibido: (recibido: Recibido) => void
  onQuitado: (subida: string) => void
}) {
  const [guardada, setGuardada] = useState(inicial)
  const [isOpening, setOpening] = useState(false)
  const [problema, setProblema] = useState<string | null>(null)
  const [recibidos, setRecibidos] = useState<readonly Recibido[]>([])
  const taken = useRef(new Set(inicial?.vistos))
  const polling = usePolling()
  const id = guardada?.abierta.recepcion_id ?? 0
  const { data } = useQuery({
    queryKey: recepcionKey(id),
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/recepciones/:id', { params: { id: String(id) }, signal })),
    enabled: id > 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (isComing(state.data) ? PROGRESS_MS : polling),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is handled once
  useEffect(() => {
    if (!data) return
    setRecibidos(data.archivos)
    const before = taken.current.size
    for (const one of data.archivos) {
      const isRead = one.estado === 'listo' || one.estado === 'rechazado'
      if (isRead && !taken.current.has(one.subida)) {
        taken.current.add(one.subida)
        onRecibido(one)
      }
      if (one.estado === 'quitado') onQuitado(one.subida)
    }
    if (taken.current.size > before) setGuardada((now) => now && { ...now, vistos: [...taken.current] })
  }, [data])

  /** Opens a code, or replaces the present one. */
  async function open(): Promise<void> {
    if (isOpening) return
    setOpening(true)
    setProblema(null)
    const answer = await ask('POST /api/mostrador/recepciones', {
      body: { sucursal, anterior: guardada?.abierta.recepcion_id ?? null },
    }).catch(() => null)
    setOpening(false)
    if (answer?.ok) {
      const { recepcion_id, url, codigo, vence } = answer.data
      return setGuardada({ abierta: { recepcion_id, url, codigo, vence }, vistos: [...taken.current] })
    }
    setProblema(answer ? (answer.errores ?? 'No se pudo abrir.') : 'No hay conexión. Probá de nuevo.')
  }

  return {
    guardada,
    abierta: guardada?.abierta ?? null,
    isOpening,
    problema,
    abrir: open,
    /** All files received by the code that is shown. */
    recibidos: recibidos.filter(({ estado }) => estado !== 'quitado'),
  }
}
export type Recepcion = ReturnType<typeof useRecepcion>

/** The sale is charged or given up: its code ends. Without network it expires by itself. */
export function closeRecepcionOfVenta({ abierta }: RecepcionGuardada): void {
  const params = { id: String(abierta.recepcion_id) }
  ask('POST /api/mostrador/recepciones/:id/cerrar', { params }).catch(() => undefined)
}

const isComing = (data: RecepcionMostrador | undefined): boolean =>
  data?.archivos.some(({ estado }) => estado === 'en_camino') ?? false
