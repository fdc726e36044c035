import { TextLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { useOldOrder } from './use-old-order.ts'

/** Says why the list is empty, or why the order has to be confirmed again. */
export function OldOrderNotice() {
  const old = useOldOrder()
  if (!old) return null
  const link = <TextLink to={`/pedido/${old.id}`}>Ver ese pedido</TextLink>
  if (old.estado === 'vencido' || old.estado === 'cancelado')
    return (
      <Notice action={link}>
        Tu pedido anterior {old.estado === 'vencido' ? 'venció sin pagarse' : 'se canceló'}. Sus archivos y
        opciones siguen acá, para volver a pedirlo.
      </Notice>
    )
  return (
    <Notice tone="done" action={link}>
      Tu pedido anterior ya está pagado. Este es uno nuevo.
    </Notice>
  )
}
