import { isOrdenOf, moveRow } from '@imprimitodo/shared/rules/orden'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { showProblem } from '../../ui/toasts.tsx'

/**
 * The order of a list as a person sets it: shown at once, saved whole. While one call is on its way the next waits, and only
 * the newest order is sent. What the server refuses is undone: its own order counts, which `onSettled` asks for. A list that was
 * left before the answer came has its refusal told in a toast.
 */
export function useOrden({
  ids,
  save,
  onSettled,
  onProblem,
}: {
  /** As the server has it. */
  ids: readonly number[]
  save: (ids: number[]) => Promise<Answer<unknown>>
  onSettled: () => Promise<unknown>
  onProblem: (text: string | null) => void
}) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const newest = useRef<number[] | null>(null)
  const isSending = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // Rows that came or went meanwhile: what is wanted is of another list
  const shown = wanted && isOrdenOf(wanted, ids) ? wanted : ids

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    for (let sending = newest.current; sending; sending = newest.current) {
      newest.current = null
      const answer = await save(sending).catch(() => null)
      if (answer?.ok) continue
      newest.current = null
      const text = answer?.errores ?? 'No hay conexión con el servidor: el orden no se guardó.'
      if (isShown.current) onProblem(text)
      else showProblem(text)
    }
    isSending.current = false
    await onSettled()
    // Another move while the list was asked for again is sent by itself
    if (!newest.current && !isSending.current) setWanted(null)
  }

  function move(from: number, to: number): void {
    const next = moveRow(shown, from, to)
    if (next.every((id, place) => id === shown[place])) return
    onProblem(null)
    setWanted(next)
    newest.current = next
    void send()
  }
  return { shown, move }
}
