import type { UploadResult } from '../../api/upload/upload-result.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { startAnother } from '../carrito/use-archivos.ts'
import styles from './subida-problem.module.css'

export const UPLOAD_FAILED = 'No se pudo subir los archivos. Intentalo nuevamente.'

/** Why the upload gave no price; the files themselves show their own problems. */
export function SubidaProblem({
  resultado,
  rest,
  pedidoId,
  onClose,
}: {
  resultado: UploadResult | null
  /** Messages that name no listed file. */
  rest: readonly string[]
  pedidoId: string | null
  onClose: () => void
}) {
  switch (resultado?.kind) {
    case 'falla':
      return (
        <Notice tone="error" onClose={onClose}>
          <p>{UPLOAD_FAILED}</p>
          {resultado.detail && <p className={styles.detail}>{resultado.detail}</p>}
        </Notice>
      )
    case 'rechazado':
      return (
        <Notice tone="error" onClose={onClose}>
          {rest.length > 0 ? (
            rest.map((text) => <p key={text}>{text}</p>)
          ) : (
            <p>
              Hay archivos que no se pueden imprimir. Mirá qué dice cada uno, quitalo o cambialo, y seguí.
            </p>
          )}
        </Notice>
      )
    case 'perdidos':
      return (
        <Notice tone="error" onClose={onClose}>
          Volvé a elegir {resultado.nombres.map((name) => `«${name}»`).join(', ')}: ya no está a mano en este
          dispositivo, o cambió desde que lo agregaste.
        </Notice>
      )
    case 'pagado':
      return (
        <Notice tone="warning" onClose={onClose}>
          <p>Este pedido ya tiene un pago, así que no se puede cambiar.</p>
          <div className={styles.choices}>
            {pedidoId && (
              <LinkButton size="medium" to={`/pedido/${pedidoId}`}>
                Ver tu pedido
              </LinkButton>
            )}
            <Button
              size="medium"
              onClick={() => {
                startAnother()
                onClose()
              }}
            >
              Hacer otro pedido con estos archivos
            </Button>
          </div>
        </Notice>
      )
    default:
      return null
  }
}
