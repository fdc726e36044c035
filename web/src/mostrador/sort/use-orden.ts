import { isOrdenOf, moveRow } from '@imprimitodo/shared/rules/base/orden'
import { useRef, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { showProblem } from '../../ui/notice/toasts.tsx'
import { useIsShown } from '../../ui/state/use-is-shown.ts'

/**
 * The order of a list as a person sorts it: shown at once, saved as a whole. While one call is under way the
 * next waits, and only the newest order is sent. A refused order is undone: the server's counts, which
 * `onSettled` reloads. If the list was left before the answer, a toast shows the refusal.
 */
export function useOrden({
  ids,
  save,
  onSettled,
  onProblem,
}: {
  /** The server's order. */
  ids: readonly number[]
  save: (ids: number[]) => Promise<Answer<unknown>>
  onSettled: () => Promise<unknown>
  onProblem: (text: string | null) => void
}) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const newest = useRef<number[] | null>(null)
  const isSending = useRef(false)
  /** How often the list was reloaded. */
  const reloads = useRef(0)
  const isShown = useIsShown()
  // Rows were added or removed meanwhile: the wanted order belongs to another list
  const shown = wanted && isOrdenOf(wanted, ids) ? wanted : ids

  async function send(): Promise<void> {
    if (isSending.current) return
    isSending.current = true
    for (let sending = newest.current; sending; sending = newest.current) {
      newest.current = null
      const answer = await save(sending).catch(() => null)
      if (answer?.ok) continue
      newest.current = null
      const text = answer?.errores ?? sinRespuesta('se guardó el orden')
      if (isShown()) onProblem(text)
      else showProblem(text)
    }
    isSending.current = false
    reloads.current += 1
    const mine = reloads.current
    await onSettled()
    // A move made during the reload is sent by itself, and shown until the list is reloaded after it
    if (mine === reloads.current && !isSending.current) setWanted(null)
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
