// A sale is kept as it is typed, and charged once whatever happens to the page.
import type { VentaAnswer, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { useEffect, useRef, useState } from 'react'
import type { Envio } from '../cobro/use-sell.ts'
import { ask } from '../session/ask.ts'
import { type EnCurso, keepVenta, type VentaGuardada } from './guardada.ts'

/** `onLost`: another tab has it, and nothing is to be sent from here. */
export function useKeep(inicial: VentaGuardada, enCurso: EnCurso, onLost: () => void) {
  const kept = useRef(inicial)
  function keep(change: Partial<VentaGuardada>): boolean {
    kept.current = { ...kept.current, ...change }
    const isOwn = keepVenta(kept.current)
    if (!isOwn) onLost()
    return isOwn
  }
  const text = JSON.stringify(enCurso)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what is kept of it changed
  useEffect(() => {
    keep(enCurso)
  }, [text])
  return { keep, kept }
}

/**
 * Charges what is kept: written down before it leaves, so that a page that ends in the middle finds the answer again.
 * `onUnknown`: no answer came, and it may have been charged.
 */
export async function chargeKept(
  venta: VentaPedida,
  {
    keep,
    sell,
    onUnknown,
  }: {
    keep: (change: Partial<VentaGuardada>) => boolean
    sell: (venta: VentaPedida) => Promise<Envio>
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
/** What was sent may still be on its way in the server for so long. */
const MAY_COME_MS = 6_000

/** Asks until it is known whether a sale was charged whose answer is not here: `onKnown` with null, it was not. */
export function useBuscada(
  { clave, enviada }: Pick<VentaGuardada, 'clave' | 'enviada'>,
  onKnown: (venta: VentaAnswer | null) => void,
) {
  const [isCut, setCut] = useState(false)
  const [intento, setIntento] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each try
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
