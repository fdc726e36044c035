import type { RecepcionAnswer } from '@imprimitodo/shared/api/recepciones'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { showAnswer } from '../../api/query-client.ts'
import { type Envio, newEnvio, sendFotos } from './envio.ts'

export const enviosKey = (token: string) => ['recepcion', token]

/** Sends this phone's files one after another: on a weak signal two at once would both be slower. */
export function useEnvios(token: string) {
  const cache = useQueryClient()
  const [envios, setEnvios] = useState<readonly Envio[]>([])
  const [dibujos, setDibujos] = useState<ReadonlyMap<string, string>>(new Map())
  const running = useRef(new Map<string, AbortController>())
  const latest = useRef(envios)
  latest.current = envios
  const drawn = useRef(dibujos)
  drawn.current = dibujos
  const change = (id: string, paso: Partial<Envio>) =>
    setEnvios((all) => all.map((one) => (one.id === id ? { ...one, ...paso } : one)))
  const onAnswer = (data: RecepcionAnswer) => showAnswer(cache, enviosKey(token), data)

  const next = envios.find(({ estado }) => estado === 'cola')
  const isBusy = envios.some(({ estado }) => ['foto', 'sube', 'espera', 'llega'].includes(estado))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only which one is next, and whether it is its turn
  useEffect(() => {
    if (!next || isBusy) return
    const own = new AbortController()
    running.current.set(next.id, own)
    change(next.id, { estado: 'sube', percent: 0, problema: null })
    void sendFotos(token, next, {
      signal: own.signal,
      onPaso: (paso) => own.signal.aborted || change(next.id, paso),
      onAnswer,
    }).then((llegado) => {
      running.current.delete(next.id)
      // It may be refused because the sale is over
      if (!llegado) return cache.invalidateQueries({ queryKey: enviosKey(token) })
      // From now on the server's row replaces it, with the picture that was made here
      const { subida, url } = llegado
      if (url) setDibujos((all) => new Map(all).set(subida, url))
      setEnvios((all) => all.filter(({ id }) => id !== next.id))
    })
  }, [next?.id, isBusy])

  useEffect(() => {
    const all = running.current
    return () => {
      for (const one of all.values()) one.abort()
      for (const url of drawn.current.values()) URL.revokeObjectURL(url)
      for (const { url } of latest.current) if (url) URL.revokeObjectURL(url)
    }
  }, [])

  async function remove(subida: string | null, id?: string): Promise<void> {
    const envio = envios.find((one) => one.id === id)
    if (envio) {
      running.current.get(envio.id)?.abort()
      running.current.delete(envio.id)
      setEnvios((all) => all.filter((one) => one !== envio && one.id !== envio.id))
      if (envio.url) URL.revokeObjectURL(envio.url)
    }
    if (!subida) return
    const answer = await call('DELETE /api/subir/:token/:subida', { params: { token, subida } }).catch(
      () => null,
    )
    if (!answer?.ok) return
    onAnswer(answer.data)
    // A file that was sent in its place may have arrived after this answer was written
    void cache.invalidateQueries({ queryKey: enviosKey(token) })
  }

  return {
    envios,
    dibujos,
    add: (files: readonly File[]) =>
      setEnvios((all) => [...all, ...files.map((file) => newEnvio(newId(), file))]),
    again: (id: string) => change(id, { estado: 'cola', problema: null, percent: 0 }),
    remove,
  }
}
