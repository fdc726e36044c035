import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice/notice.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import styles from './estado.module.css'
import { askForNews, capacidad, isAvisado, stopNotices } from './notify-me.ts'

const SIN_RED = 'Parece que no hay conexión. Probá de nuevo.'

/** A button for notices of the order on this device, as long as the order is under way. */
export function NotifyMe({
  pedido: { pedido_id, estado },
}: {
  pedido: Pick<PedidoAnswer, 'pedido_id' | 'estado'>
}) {
  const [can, setCan] = useState(capacidad)
  const [isOn, setOn] = useState(() => isAvisado(pedido_id))
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string | null>(null)
  if (!isEnTablero(estado) || can === 'no') return null

  async function toggle() {
    setProblem(null)
    try {
      const said = isOn ? await stopNotices(pedido_id) : await askForNews(pedido_id)
      setProblem(said ?? null)
    } catch {
      setProblem(SIN_RED)
    }
    setCan(capacidad())
    setOn(isAvisado(pedido_id))
  }

  if (can === 'instalar')
    return (
      <p className="muted">
        Para que este teléfono te avise, tocá Compartir y «Agregar a inicio», y abrí tu pedido desde ahí.
        Igual te escribimos por mail.
      </p>
    )
  if (can === 'bloqueado')
    return (
      <p className="muted">
        Los avisos de este sitio están bloqueados en tu navegador: podés permitirlos en su configuración.
        Igual te escribimos por mail.
      </p>
    )
  return (
    <div>
      <Button
        size="medium"
        icon={isOn ? BellOff : Bell}
        aria-disabled={isBusy || undefined}
        onClick={() => void run(toggle)}
      >
        {isBusy ? 'Un momento…' : isOn ? 'No avisarme más acá' : 'Avisame acá'}
      </Button>
      <p role="status" className={cx('muted', isOn && styles.text)}>
        {isOn && 'Este dispositivo te avisa cuando tu pedido avance, aunque cierres la página.'}
      </p>
      {problem && <Notice tone="error">{problem}</Notice>}
    </div>
  )
}
