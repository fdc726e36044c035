import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { promesaText } from '@imprimitodo/shared/rules/promesa'
import { useQuery } from '@tanstack/react-query'
import { Plus, Printer } from 'lucide-react'
import { serverNow } from '../../api/clock.ts'
import { dataOf } from '../../api/query-client.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Qr } from '../../ui/qr.tsx'
import { BusyButton } from '../busy-button.tsx'
import { imprimir, useAccion, useImpresionesDe, useImpresoras } from '../impresion/datos.ts'
import { Heading } from '../layout/heading.tsx'
import { pedidoKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './nuevo.module.css'
import type { Cobrado as Resultado } from './use-cobro.ts'

/** Paid, or waiting for the customer's phone: its link as a QR until the payment arrives. */
export function Cobrado({ cobrado, onAnother }: { cobrado: Resultado; onAnother: () => void }) {
  const { pedido_id } = cobrado.pedido
  const { data: pedido = cobrado.pedido } = useQuery({
    queryKey: pedidoKey(pedido_id),
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/pedidos/:pedido_id', { params: { pedido_id }, signal })),
    initialData: cobrado.pedido,
    refetchInterval: ({ state }) => (state.data?.estado === 'confirmado' ? 3000 : false),
  })
  const { data: impresas } = useImpresoras()
  const { data: impresiones } = useImpresionesDe(pedido_id)
  const { mutate, isPending } = useAccion()
  const isWaiting = pedido.estado === 'confirmado'
  // Not what a printer took by itself
  const canPrint =
    pedido.estado === 'pagado' &&
    impresiones?.length === 0 &&
    impresas?.impresoras.some(({ sucursal }) => sucursal === pedido.sucursal)
  return (
    <div className={styles.page}>
      <Heading
        title={isWaiting ? `Pedido ${pedido.numero}: falta el pago` : `Pedido ${pedido.numero} cobrado`}
      />
      <div role="status">
        {isWaiting ? (
          <p>
            Que lo escanee con su celular y pague <b>{formatPesos(pedido.importe_final)}</b>. Acá se ve apenas
            entra.
          </p>
        ) : (
          <Notice tone="done" still>
            <b>{formatPesos(pedido.importe_final)}</b> cobrados.{' '}
            {pedido.prometido && `Lo tiene listo ${promesaText(pedido.prometido, new Date(serverNow()))}. `}
            Código de retiro: <b className={styles.codigo}>{pedido.codigo_retiro}</b>
          </Notice>
        )}
      </div>
      {isWaiting && cobrado.init_point && (
        <div className={styles.qr}>
          <Qr text={cobrado.init_point} label="Código QR para pagar" />
          <a href={cobrado.init_point} target="_blank" rel="noreferrer">
            Abrir el enlace de pago
          </a>
        </div>
      )}
      <div className={styles.acciones}>
        {canPrint && (
          <BusyButton
            variant="primary"
            icon={Printer}
            isBusy={isPending}
            busyText="Mandando…"
            onClick={() =>
              mutate({
                run: () => imprimir(pedido_id),
                done: `Pedido ${pedido.numero}: a imprimir.`,
                pedido_id,
              })
            }
          >
            Imprimir
          </BusyButton>
        )}
        <LinkButton variant={canPrint ? 'secondary' : 'primary'} to={`/mostrador/pedidos/${pedido_id}`}>
          Ver el pedido
        </LinkButton>
        <Button icon={Plus} onClick={onAnother}>
          Otro pedido
        </Button>
      </div>
    </div>
  )
}
