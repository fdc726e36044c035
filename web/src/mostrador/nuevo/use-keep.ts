// A sale is stored while it is typed, and charged once even if the page is reloaded or closed.
import type { VentaAnswer, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { useEffect, useRef, useState } from 'react'
import type { SendResult } from '../cobro/use-sell.ts'
import { ask } from '../session/ask.ts'
import { type EnCurso, keepVenta, type VentaGuardada } from './guardada.ts'

/** `onLost`: another tab has it, so this one must not send it. */
export function useKeep(inicial: VentaGuardada, enCurso: EnCurso, onLost: () => void) {
  const kept = useRef(inicial)
  function keep(change: Partial<VentaGuardada>): boolean {
    kept.current = { ...kept.current, ...change }
    const isOwn = keepVenta(kept.current)
    if (!isOwn) onLost()
    return isOwn
  }
  const text = JSON.stringify(enCurso)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the stored part changed
  useEffect(() => {
    keep(enCurso)
  }, [text])
  return { keep, kept }
}

/**
 * Charges the stored sale: its state is written before the call, so that a page that ends in between finds
 * the answer later. `onUnknown`: no answer came, and it may have been charged.
 */
export async function chargeKept(
  venta: VentaPedida,
  {
    keep,
    sell,
    onUnknown,
  }: {
    keep: (change: Partial<VentaGuardada>) => boolean
    sell: (venta: VentaPedida) => Promise<SendResult>
    onUnknown: () => void
  },
): Promise<void> {
  if (!keep({ cobro: 'enviada', enviada: Date.now() })) return
  const envio = await sell(venta)
  if (envio === 'en_curso') return
  if (envio === 'perdida') return onUnknown()
  keep({ cobro: envio === 'hecha' ? 'cobrada' : 'no' })
}

const LOOK_MS = 2_000
/** For this long a sent call may still be running on the server. */
const MAY_COME_MS = 6_000

/**
 * Polls until it is known whether a sale with a lost answer was charged: `onKnown` with null means that it
 * was not.
 */
export function useBuscada(
  { clave, enviada }: Pick<VentaGuardada, 'clave' | 'enviada'>,
  onKnown: (venta: VentaAnswer | null) => void,
) {
  const [isCut, setCut] = useState(false)
  const [intento, setIntento] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one search for each try
  useEffect(() => {
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      timer = setTimeout(() => setIntento((count) => count + 1), LOOK_MS)
    }
    void ask('GET /api/mostrador/ventas/hecha', { clave, signal: gone.signal })
      .catch(() => null)
      .then((answer) => {
        if (gone.signal.aborted) return
        setCut(!answer?.ok)
        if (!answer?.ok) return later()
        if (!answer.data.venta && Date.now() - enviada < MAY_COME_MS) return later()
        onKnown(answer.data.venta)
      })
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [intento])
  return { isCut, retry: () => setIntento((count) => count + 1) }
}
