import type { RecepcionMostrador, Recibido } from '@imprimitodo/shared/api/recepciones'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { usePolling } from '../live/live.tsx'
import { recepcionKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

type Abierta = { recepcion_id: number; url: string; codigo: string; vence: string }

/** How far a file is, while one comes: of its end the live events tell. */
const PROGRESS_MS = 1_000

/**
 * What the customer's phone sends to this sale. `onListo` gets each file once that can be printed, `onQuitado` one that its
 * customer took back. It belongs to one sale: where it is drawn no more, the code ends.
 */
export function useRecepcion({
  sucursal,
  onListo,
  onQuitado,
}: {
  sucursal: string
  onListo: (recibido: Recibido) => void
  onQuitado: (subida: string) => void
}) {
  const [abierta, setAbierta] = useState<Abierta | null>(null)
  const [isOpening, setOpening] = useState(false)
  const [problema, setProblema] = useState<string | null>(null)
  const [vistos, setVistos] = useState<readonly Recibido[]>([])
  const taken = useRef(new Set<string>())
  const polling = usePolling()
  const id = abierta?.recepcion_id ?? 0
  const { data } = useQuery({
    queryKey: recepcionKey(id),
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/recepciones/:id', { params: { id: String(id) }, signal })),
    enabled: id > 0,
    staleTime: 0,
    refetchInterval: ({ state }) => (isComing(state.data) ? PROGRESS_MS : polling),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is looked at once
  useEffect(() => {
    if (!data) return
    setVistos(data.archivos)
    for (const one of data.archivos) {
      if (one.estado === 'listo' && !taken.current.has(one.subida)) {
        taken.current.add(one.subida)
        onListo(one)
      }
      if (one.estado === 'quitado' && taken.current.delete(one.subida)) onQuitado(one.subida)
    }
  }, [data])

  const open = useRef(id)
  open.current = id
  useEffect(
    () => () => {
      const params = { id: String(open.current) }
      // Without network it ends by itself
      if (open.current) ask('POST /api/mostrador/recepciones/:id/cerrar', { params }).catch(() => undefined)
    },
    [],
  )

  /** A code, or another one in its place. */
  async function abrir(): Promise<void> {
    if (isOpening) return
    setOpening(true)
    setProblema(null)
    const answer = await ask('POST /api/mostrador/recepciones', {
      body: { sucursal, anterior: abierta?.recepcion_id ?? null },
    }).catch(() => null)
    setOpening(false)
    if (answer?.ok) return setAbierta(answer.data)
    setProblema(answer ? (answer.errores ?? 'No se pudo abrir.') : 'No hay conexión. Probá de nuevo.')
  }

  return {
    ...{ abierta, isOpening, problema, abrir },
    /** All that came by the code that is shown. */
    recibidos: vistos.filter(({ estado }) => estado !== 'quitado'),
  }
}

const isComing = (data: RecepcionMostrador | undefined): boolean =>
  data?.archivos.some(({ estado }) => estado === 'en_camino') ?? false
