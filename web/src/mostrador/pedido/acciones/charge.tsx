import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { VentaAnswer, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { Banknote } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { type Address, useNavigate } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { showProblem, showToast } from '../../../ui/notice/toasts.tsx'
import { Qr } from '../../../ui/picture/qr.tsx'
import { BusyButton } from '../../busy-button.tsx'
import { PanelPagos, VueltoYResta } from '../../cobro/panel-pagos.tsx'
import { type Descuento, Rebajas } from '../../cobro/rebajas.tsx'
import { cobroIn, focusUnused, UNUSED } from '../../cobro/unused.ts'
import { cobrarText, type Pagos, usePagos } from '../../cobro/use-pagos.ts'
import { usePrecioVenta, useSell } from '../../cobro/use-sell.ts'
import { leadTo } from '../../first-field.ts'
import styles from '../../form-dialog.module.css'
import { useFocusKept } from '../../layout/heading.tsx'
import { asksToCharge, isInWork } from '../../pasos.ts'
import { useWhileOpen } from '../../while-open.ts'
import { typedAhead } from './typed-ahead.ts'

/**
 * Takes the money of an order, or the rest of it, from a customer at the counter; the order's payment link
 * then stops working.
 */
export function Charge({ pedido }: { pedido: PedidoMostrador }) {
  const isAsked = useAsked()
  const keepFocus = useFocusKept(`${pedido.estado} ${pedido.resta}`)
  const isRest = pedido.resta > 0 && isInWork(pedido.estado)
  const mayCharge = pedido.estado === 'confirmado' || isRest
  // Not where another clerk charged it meanwhile
  const [isOpen, setOpen] = useState(isAsked && mayCharge)
  if (!mayCharge && !isOpen) return null
  return (
    <>
      <Button size="medium" variant="primary" icon={Banknote} onClick={() => setOpen(true)}>
        {isRest ? `Cobrar ${formatPesos(pedido.resta)} que restan` : 'Cobrar en el mostrador'}
      </Button>
      {isOpen && (
        <ChargeDialog pedido={pedido} isAsked={isAsked} onClose={() => setOpen(false)} onDone={keepFocus} />
      )}
    </>
  )
}

/** Whether the board's 'Cobrar' led here: once, and not again by a reload or by the way back. */
function useAsked(): boolean {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const isAsked = asksToCharge(state)
  useEffect(() => {
    if (isAsked) navigate((pathname + search) as Address, { replace: true })
  }, [isAsked, pathname, search, navigate])
  return isAsked
}

function ChargeDialog({
  pedido,
  isAsked,
  onClose,
  onDone,
}: {
  pedido: PedidoMostrador
  /** The board's 'Cobrar' led here, after which the clerk may have typed how much the customer pays. */
  isAsked: boolean
  onClose: () => void
  onDone: () => void
}) {
  const { pedido_id, numero, sucursal, pago, venta_id } = pedido
  const isRest = pedido.resta > 0
  const [codigos, setCodigos] = useState<readonly string[]>([])
  const close = useWhileOpen(onClose)
  const [descuento, setDescuento] = useState<Descuento | null>(null)
  const venta: VentaPedida = { lineas: [{ pedido_id }], codigos: [...codigos], descuento, sucursal }
  const { precio, problemas: sinPrecio, isVigente } = usePrecioVenta(venta)
  // Until the price is there, what the order says: the clerk types at once with how much the customer pays
  const pagos = usePagos(precio?.resto ?? (isRest ? pedido.resta : pedido.importe_final))
  const { sell, pay, isBusy, problemas: sinVenta, hecha, ultima } = useSell()
  const problemas = { ...sinPrecio, ...sinVenta }
  const isReady = precio !== null && isVigente && pagos.cobro !== null
  const [isLeft, setLeft] = useState(false)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const takeTyped = useEffectEvent(() => {
    if (isAsked) pagos.setRecibido(typedAhead())
  })
  useEffect(() => {
    // Not earlier than the field gets the focus: what is typed after the drawing would be lost
    takeTyped()
    const target = cobroIn(form.current)
    if (target) leadTo(target) // the Enter that led here, pressed twice, charges nothing
  }, [])
  const charge = async () => {
    if (!isReady) return
    const left = focusUnused()
    setLeft(left)
    if (left) return
    const done =
      isRest && venta_id !== null
        ? await pay(venta_id, pagos.pagos)
        : await sell({ ...venta, total: precio.total, pagos: pagos.pagos })
    if (done !== 'hecha') return
    onDone()
    if (pagos.cobro?.porLink) return
    tellCobrado(numero, pagos, ultima.current?.vuelto ?? pagos.vuelto)
    close()
  }
  if (hecha?.init_point)
    return <PorLink venta={hecha} link={hecha.init_point} numero={numero} onClose={onClose} />
  return (
    <Dialog
      title={isRest ? `Cobrar lo que resta del pedido ${numero}` : `Cobrar el pedido ${numero}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, volver</Button>
          <BusyButton
            variant="primary"
            type="submit"
            form={id}
            isBusy={isBusy}
            busyText="Cobrando…"
            aria-disabled={!isReady}
          >
            {cobrarText(pagos, precio ? pagos.ahora : pedido.importe_final)}
          </BusyButton>
        </>
      }
    >
      <form
        id={id}
        ref={form}
        className={styles.form}
        noValidate
        // An Enter that is held down in a field moves the focus on, and must not press the next element too
        onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void charge()
        }}
      >
        {(pago === 'en_proceso' || pago === 'pendiente') && (
          <Notice tone="warning" still>
            Hay un pago por la web en proceso: si también entra, vuelve solo a quien lo hizo.
          </Notice>
        )}
        {!isRest && (
          <Rebajas
            descuentos={precio?.descuentos ?? []}
            codigos={codigos}
            descuento={descuento}
            problemas={problemas}
            disabled={isBusy}
            onCodigos={(all) => {
              setLeft(false)
              setCodigos(all)
            }}
            onDescuento={(made) => {
              setLeft(false)
              setDescuento(made)
            }}
          />
        )}
        <PanelPagos pagos={pagos} disabled={isBusy} problema={problemas.pagos} />
        {precio && <VueltoYResta pagos={pagos} />}
        {isLeft && <Notice tone="error">{UNUSED}</Notice>}
        {(problemas.general ?? problemas.lineas ?? problemas.cliente) && (
          <Notice tone="error">{problemas.general ?? problemas.lineas ?? problemas.cliente}</Notice>
        )}
      </form>
    </Dialog>
  )
}

/** `vuelto`: the change by the server; more than in the dialog if another clerk charged a part meanwhile. */
function tellCobrado(numero: number | null, { ahora, ...dicho }: Pagos, vuelto: number): void {
  const menos = toCentavos(vuelto) - toCentavos(dicho.vuelto)
  if (menos === 0) {
    // The dialog that showed the change is closed before it is given
    const cambio = vuelto > 0 ? ` Vuelto: ${formatPesos(vuelto)}.` : ''
    showToast(`Pedido ${numero}: ${formatPesos(ahora)} cobrados.${cambio}`)
    return
  }
  const entraron = formatPesos(toPesos(toCentavos(ahora) - menos))
  showProblem(
    `Pedido ${numero}: otra persona ya había cobrado una parte. Ahora entraron ${entraron}: dale ${formatPesos(vuelto)} de vuelto.`,
  )
}

/** The customer pays on the phone; the order is updated by the payment's notification. */
function PorLink({
  venta,
  link,
  numero,
  onClose,
}: {
  venta: VentaAnswer
  link: string
  numero: number
  onClose: () => void
}) {
  return (
    <Dialog
      title={`Pedido ${numero}: falta el pago`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Listo</Button>}
    >
      <p>
        Que lo escanee con su celular y pague <b>{formatPesos(venta.resto)}</b>. En el pedido se ve apenas
        entra.
        {venta.vuelto > 0 && (
          <>
            {' '}
            Vuelto: <b>{formatPesos(venta.vuelto)}</b>.
          </>
        )}
      </p>
      <Qr text={link} label="Código QR para pagar" className={styles.qr} />
    </Dialog>
  )
}
