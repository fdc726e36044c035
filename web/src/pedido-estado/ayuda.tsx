import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { LifeBuoy } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { reasonOf } from '../api/reason.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import styles from './estado.module.css'

const SIN_RED = 'Parece que no hay conexión. Probá de nuevo.'

/** A customer who cannot pay calls the branch, which sees it at once. */
export function AyudaConElPago({
  pedido: { pedido_id, sucursal },
}: {
  pedido: Pick<PedidoAnswer, 'pedido_id' | 'sucursal'>
}) {
  const { isBusy, run } = useBusy()
  const [isAsked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function ask() {
    setProblem(null)
    try {
      const answer = await call('POST /api/pedidos/:pedido_id/ayuda', { params: { pedido_id } })
      setAsked(answer.ok)
      if (!answer.ok) setProblem(reasonOf(answer) ?? 'No pudimos avisar. Probá de nuevo.')
    } catch {
      setProblem(SIN_RED)
    }
  }
  return (
    <div role="status">
      {isAsked ? (
        <p className={styles.text}>
          <b>Ya le avisamos a {sucursal ?? 'la sucursal'}.</b> Te escriben apenas puedan; mientras tanto podés
          probar el pago de nuevo.
        </p>
      ) : (
        <Button icon={LifeBuoy} aria-disabled={isBusy || undefined} onClick={() => void run(ask)}>
          {isBusy ? 'Avisando…' : 'Necesito ayuda con el pago'}
        </Button>
      )}
      {problem && (
        <Notice tone="error" className={styles.problem}>
          {problem}
        </Notice>
      )}
    </div>
  )
}
