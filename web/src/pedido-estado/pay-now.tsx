import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { pedidoQuery } from '../api/queries.ts'
import { isFinal } from '../api/rechazo.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { useIsShown } from '../ui/state/use-is-shown.ts'
import styles from './estado.module.css'

/**
 * A button to the order's checkout: by its link while that can be used, else by a new one. `url` replaces it
 * (a ticket).
 */
export function PayNow({
  pedido,
  label = 'Pagar ahora',
  url: given,
  wide = false,
}: {
  pedido: PedidoAnswer
  label?: string
  url?: string
  wide?: boolean
}) {
  const { pedido_id, importe_final, init_point } = pedido
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef(false)
  const isShown = useIsShown()

  useEffect(() => {
    // Back from the checkout, the browser may show this very page again, as it was left
    const wakeUp = () => {
      running.current = false
      setBusy(false)
    }
    window.addEventListener('pageshow', wakeUp)
    return () => window.removeEventListener('pageshow', wakeUp)
  }, [])

  const pay = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(null)
    const url = given ?? init_point ?? (await askLink())
    if (!isShown()) return
    if (url) window.location.assign(url)
    else {
      running.current = false
      setBusy(false)
    }
  }

  async function askLink(): Promise<string | null> {
    try {
      const answer = await call('POST /api/crear-preferencia', { body: { pedido_id, total: importe_final } })
      if (answer.ok && answer.data.init_point) return answer.data.init_point
      // Paid, expired or another amount meanwhile. The reloaded order shows which
      if (isFinal(answer)) await queryClient.invalidateQueries({ queryKey: pedidoQuery(pedido_id).queryKey })
      setProblem(isFinal(answer) ? answer.errores : 'No se pudo generar el enlace de pago.')
    } catch {
      setProblem('Revisá tu conexión o intentá más tarde. No se cobró nada.')
    }
    return null
  }

  return (
    <>
      <Button variant="primary" wide={wide} aria-disabled={busy} onClick={() => void pay()}>
        {busy ? 'Te llevamos al pago…' : `${label} · ${formatPesos(importe_final)}`}
      </Button>
      {problem && (
        <Notice tone="error" className={styles.problem}>
          {problem}
        </Notice>
      )}
    </>
  )
}
