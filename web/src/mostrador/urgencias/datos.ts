import type { Urgencias } from '@imprimitodo/shared/api/urgencias'
import { nuevasOf } from '@imprimitodo/shared/rules/urgencia'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { takeOwnDoing } from '../live/own.ts'
import { chime } from '../live/sound.ts'
import { urgenciasKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { setCuantas } from './cuantas.ts'
import { tituloOf } from './textos.ts'

/** An order gets late, and an agent silent, without any event. */
const EVERY_MS = 20_000

/** What needs a person, of one branch or ('') of all. Events ask for it anew. */
export const useUrgencias = (sucursal: string) =>
  useQuery({
    queryKey: [...urgenciasKey, sucursal],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/urgencias', { query: sucursal ? { sucursal } : {}, signal })),
    refetchInterval: EVERY_MS,
  })

/**
 * Tells what is new since the answer before, once: by a sound, and in words for who does not see the screen, which it
 * answers. What was there at first, or comes with another branch, is no news; what follows from the clerk's own doing is
 * not heard. Keeps the title's count.
 */
export function useNovedades(sucursal: string, data: Urgencias | undefined, updatedAt: number): string {
  const seen = useRef<{ sucursal: string; claves: ReadonlySet<string> } | null>(null)
  const [spoken, setSpoken] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is looked at once, also one that says the same
  useEffect(() => {
    if (!data) return
    const before = seen.current?.sucursal === sucursal ? seen.current.claves : null
    seen.current = { sucursal, claves: new Set(data.urgencias.map(({ clave }) => clave)) }
    setCuantas(data.urgencias.length)
    const isOwn = takeOwnDoing()
    const nuevas = before ? nuevasOf(data.urgencias, before) : []
    if (nuevas.length === 0) return
    setSpoken(`Necesita a alguien: ${nuevas.map(tituloOf).join('. ')}.`)
    if (!isOwn) void chime(nuevas.map(({ clave }) => clave))
  }, [data, updatedAt, sucursal])
  useEffect(() => () => setCuantas(0), [])
  return spoken
}
