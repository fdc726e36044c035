import type { Urgencias } from '@imprimitodo/shared/api/urgencias'
import { nuevasOf } from '@imprimitodo/shared/rules/mostrador/urgencia'
import { useEffect, useRef, useState } from 'react'
import { takeOwnDoing } from '../live/own.ts'
import { chime } from '../live/sound.ts'
import { setCuantas } from './cuantas.ts'
import { tituloOf } from './textos.ts'

/**
 * Announces what is new since the previous answer, once: by a sound, and by the returned words for screen
 * readers. The first answer, or that of another branch, announces nothing; results of the clerk's own actions
 * make no sound. Keeps the title's count.
 */
export function useNovedades(sucursal: string, data: Urgencias | undefined, updatedAt: number): string {
  const seen = useRef<{ sucursal: string; claves: ReadonlySet<string> } | null>(null)
  const [spoken, setSpoken] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is handled once, also an equal one
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
