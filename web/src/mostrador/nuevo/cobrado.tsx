import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { promesaText } from '@imprimitodo/shared/rules/compra/promesa'
import { isFacturable } from '@imprimitodo/shared/rules/dinero/factura'
import { useQuery } from '@tanstack/react-query'
import { Plus, Printer } from 'lucide-react'
import { serverNow } from '../../api/clock.ts'
import { dataOf } from '../../api/query-client.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { Qr } from '../../ui/picture/qr.tsx'
import { BusyButton } from '../busy-button.tsx'
import { ACuenta } from '../cobro/a-cuenta.tsx'
import { AskFactura } from '../factura.tsx'
import { askToPrint, useAccion, useImpresionesOf, useImpresoras } from '../impresion/queries.ts'
import { Heading } from '../layout/heading.tsx'
import { pedidoKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './nuevo.module.css'

/**
 * A sale that is paid in part or whole, or that waits for the customer's phone: its link as a QR until the
 * payment arrives.
 */
export function VentaCobrada({ venta, onAnother }: { venta: VentaAnswer; onAnother: () => void }) {
  const pedido_id = venta.pedidos[0]?.pedido_id ?? ''
  const { data: pedido } = useQuery({
    queryKey: pedidoKey(pedido_id),
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/pedidos/:pedido_id', { params: { pedido_id }, signal })),
    refetchInterval: ({ state }) => (venta.init_point && !isSaldado(state.data) ? 3000 : false),
  })
  const numero = venta.pedidos.map((one) => one.numero).join(' y ')
  const isWaiting = venta.init_point !== null && !isSaldado(pedido)
  const isSinEnlace = venta.init_point === null && isImpago(venta, pedido)
  return (
    <div className={styles.page}>
      <Heading
        title={isWaiting || isSinEnlace ? `Pedido ${numero}: falta el pago` : `Pedido ${numero} cobrado`}
      />
      <div role="status">
        {isSinEnlace && (
          <Notice tone="warning" still>
            No se pudo hacer el enlace de Mercado Pago. Cobrale <b>{formatPesos(venta.resto)}</b> desde el
            pedido. <Vuelto venta={venta} />
          </Notice>
        )}
        {isWaiting && (
          <p>
            Que lo escanee con su celular y pague <b>{formatPesos(venta.resto)}</b>. Acá se ve apenas entra.{' '}
            <Vuelto venta={venta} />
          </p>
        )}
        {!isSinEnlace && !isWaiting && <Listo venta={venta} pedido={pedido} />}
      </div>
      {isWaiting && venta.init_point && (
        <div className={styles.qr}>
          <Qr text={venta.init_point} label="Código QR para pagar" />
          <a href={venta.init_point} target="_blank" rel="noreferrer">
            Abrir el enlace de pago
          </a>
        </div>
      )}
      {pedido ? (
        <Acciones pedido={pedido} onAnother={onAnother} />
      ) : (
        <Spinner label="Buscando el pedido…" visible />
      )}
    </div>
  )
}

function Vuelto({ venta: { vuelto } }: { venta: VentaAnswer }) {
  if (vuelto === 0) return null
  return (
    <>
      Vuelto: <b>{formatPesos(vuelto)}</b>.{' '}
    </>
  )
}

/** The payment, and the things that the customer takes away. */
function Listo({ venta, pedido }: { venta: VentaAnswer; pedido: PedidoMostrador | undefined }) {
  const hasFiles = pedido !== undefined && pedido.archivos.length > 0
  return (
    <Notice tone="done" still>
      <b>{formatPesos(cobradoOf(venta, pedido))}</b> cobrados. {pedido && <ACuenta pagos={pedido.pagos} />}
      <Vuelto venta={venta} />
      {pedido && pedido.resta > 0 && (
        <>
          Restan <b>{formatPesos(pedido.resta)}</b> al retirar.{' '}
        </>
      )}
      {hasFiles &&
        pedido.prometido &&
        `Lo tiene listo ${promesaText(pedido.prometido, new Date(serverNow()))}. `}
      {venta.puntos > 0 && `${venta.cliente?.nombre ?? 'El cliente'} sumó ${count(venta.puntos, 'punto')}. `}
      {hasFiles && (
        <>
          Código de retiro: <b className={styles.codigo}>{pedido.codigo_retiro}</b>
        </>
      )}
    </Notice>
  )
}

/** Whether it still waits for the payment by its link. */
const isImpago = ({ pagado, total }: VentaAnswer, pedido: PedidoMostrador | undefined): boolean =>
  pedido ? pedido.estado === 'confirmado' : pagado === 0 && total > 0

/** The answer is from the moment of the charge: its link may have been paid since. */
const cobradoOf = ({ total, pagado }: VentaAnswer, pedido: PedidoMostrador | undefined): number =>
  pedido ? toPesos(toCentavos(total) - toCentavos(pedido.resta)) : pagado

/** The debt is 0. */
const isSaldado = (pedido: PedidoMostrador | undefined): boolean =>
  pedido !== undefined && pedido.estado !== 'confirmado' && pedido.resta === 0

/** The next actions: its paper, its voucher, the next customer. */
function Acciones({ pedido, onAnother }: { pedido: PedidoMostrador; onAnother: () => void }) {
  const { pedido_id, numero } = pedido
  const { data: impresas } = useImpresoras()
  const { data: impresiones } = useImpresionesOf(pedido_id)
  const { mutate, isPending } = useAccion()
  // Not offered for works that went to a printer automatically
  const canPrint =
    pedido.estado === 'pagado' &&
    pedido.archivos.length > 0 &&
    impresiones?.length === 0 &&
    impresas?.impresoras.some(({ sucursal }) => sucursal === pedido.sucursal)
  return (
    <div className={styles.acciones}>
      {canPrint && (
        <BusyButton
          variant="primary"
          icon={Printer}
          isBusy={isPending}
          busyText="Mandando…"
          onClick={() =>
            mutate({ run: () => askToPrint(pedido_id), done: `Pedido ${numero}: a imprimir.`, pedido_id })
          }
        >
          Imprimir
        </BusyButton>
      )}
      <Button variant={canPrint ? 'secondary' : 'primary'} icon={Plus} onClick={onAnother}>
        Otra venta
      </Button>
      <LinkButton to={`/mostrador/pedidos/${pedido_id}`}>Ver el pedido</LinkButton>
      {isFacturable(pedido) && <AskFactura id={null} pedido_id={pedido_id} pedido_numero={numero} />}
    </div>
  )
}
