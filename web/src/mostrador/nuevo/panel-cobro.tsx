import type { VentaAnswer, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { promesaText } from '@imprimitodo/shared/rules/compra/promesa'
import { useQuery } from '@tanstack/react-query'
import { Clock, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { dataOf } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { focusRangoProblem } from '../../ui/form/rango.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { useAtajo } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { PanelPagos, VueltoYResta } from '../cobro/panel-pagos.tsx'
import { Rebajas } from '../cobro/rebajas.tsx'
import { cobroIn, focusUnused, UNUSED } from '../cobro/unused.ts'
import { cobrarText, type Pagos } from '../cobro/use-pagos.ts'
import type { ProblemasVenta, usePrecioVenta } from '../cobro/use-sell.ts'
import { leadTo } from '../first-field.ts'
import { malosText } from './archivos-tabla.tsx'
import { clienteIn } from './cliente-escrito.ts'
import { CompradorCampos, type DatosDeComprador, useHallados } from './comprador.tsx'
import styles from './nuevo.module.css'
import type { VentaNueva } from './use-venta-nueva.ts'

/** The customer, the total, and how it is paid. */
export function PanelCobro({
  venta: nueva,
  precio: { precio, problemas: sinPrecio, isVigente, refetch },
  pagos,
  problemas,
  isBusy,
  isFija,
  onCharge,
}: {
  venta: VentaNueva
  precio: ReturnType<typeof usePrecioVenta>
  pagos: Pagos
  problemas: ProblemasVenta
  isBusy: boolean
  /** The person works for one branch. */
  isFija: boolean
  onCharge: (venta: VentaPedida) => void
}) {
  const { venta, codigos, setCodigos, malos } = nueva
  const form = useRef<HTMLFormElement>(null)
  const isReady =
    venta !== null &&
    precio !== null &&
    isVigente &&
    !precio.color_pendiente &&
    pagos.cobro !== null &&
    malos.length === 0
  const llegando = useLlegando(nueva.recepcion)
  const suelto = useSuelto(nueva.datos)
  useAtajo('c', () => cobroIn(form.current)?.focus())
  function charge(isAnswered: boolean): void {
    if (isBusy || focusRangoProblem() || !isReady) return
    const cliente = form.current?.querySelector<HTMLElement>('[data-cliente]')
    if (focusUnused()) showToast(UNUSED, { tone: 'warning', about: 'sin usar' })
    else if (suelto.asks()) cliente && leadTo(cliente)
    else if (isAnswered || !llegando.asks())
      onCharge({ ...venta, nombre: venta.nombre ?? suelto.nombre, total: precio?.total, pagos: pagos.pagos })
  }
  return (
    <form
      ref={form}
      className={styles.pago}
      aria-label="Cobro"
      noValidate
      // An Enter that is held down in a field moves the focus on, and must not press the next element too
      onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
      onSubmit={(event) => {
        event.preventDefault()
        charge(false)
      }}
    >
      <CompradorCampos
        datos={nueva.datos}
        cuenta={precio?.cliente}
        isVigente={isVigente}
        busqueda={suelto.busqueda}
        problema={problemas.cliente ?? suelto.problema}
        sucursales={isFija ? [] : nueva.sucursales}
        sucursal={nueva.sucursal}
        onChange={nueva.setDatos}
        onSucursal={nueva.setSucursal}
        onNext={() => cobroIn(form.current)?.focus()}
      />
      {precio && <Suma precio={precio} />}
      {venta !== null && (
        <Rebajas
          descuentos={precio?.descuentos ?? []}
          codigos={codigos}
          descuento={nueva.descuento}
          problemas={problemas}
          disabled={isBusy}
          onCodigos={setCodigos}
          onDescuento={nueva.setDescuento}
        />
      )}
      <p className={styles.total} role="status">
        {textOf(nueva, precio)}
      </p>
      {precio && (
        <>
          <dl className={styles.totales}>
            <Parte title="Total" pesos={precio.total} />
          </dl>
          <Promesa pedido_id={nueva.cotizacion?.pedido_id ?? null} sucursal={nueva.sucursal} />
        </>
      )}
      {/* Also before the price is there: the clerk types at once with how much the customer pays */}
      {nueva.archivos.length + nueva.lineas.length > 0 && (
        <PanelPagos pagos={pagos} disabled={isBusy} problema={problemas.pagos} />
      )}
      <div className={styles.cobrar} data-barra-fija>
        <Problemas
          malos={malos}
          problemas={problemas}
          onRetry={sinPrecio.general ? () => void refetch() : null}
        />
        {precio && <VueltoYResta pagos={pagos} />}
        <Llegando {...llegando} onCharge={() => charge(true)} />
        <BusyButton
          type="submit"
          variant="primary"
          isBusy={isBusy}
          busyText="Cobrando…"
          aria-disabled={!isReady}
        >
          {precio ? cobrarText(pagos, pagos.ahora) : 'Cobrar'}
        </BusyButton>
      </div>
    </form>
  )
}

/**
 * A customer whose text was typed but not chosen. A name that no account has becomes the name of the sale; about any
 * other text the clerk is asked, so that it does not get lost.
 */
function useSuelto({ cliente, elegido }: DatosDeComprador) {
  const [asked, setAsked] = useState<string | null>(null)
  const typed = elegido || clienteIn(cliente) ? '' : cliente.trim()
  const busqueda = useHallados(typed)
  const isNombre = busqueda.hallados?.length === 0
  const isOpen = typed !== '' && !isNombre
  return {
    busqueda,
    nombre: isNombre ? typed.slice(0, 120) : null,
    problema:
      isOpen && asked === typed
        ? 'Así la venta queda sin cliente: elegilo, completá el dato, pasalo a «Nombre» o borralo.'
        : null,
    asks() {
      setAsked(isOpen ? typed : null)
      return isOpen
    },
  }
}

/**
 * Files on their way from the customer's phone, which a charge now leaves out. `asks`: whether the clerk has to agree
 * to that first.
 */
function useLlegando({ recibidos }: VentaNueva['recepcion']) {
  const [asked, setAsked] = useState('')
  const coming = recibidos.filter(({ estado }) => estado === 'en_camino')
  const which = coming.map(({ subida }) => subida).join()
  return {
    coming,
    isAsked: asked === which,
    asks() {
      setAsked(which)
      return coming.length > 0
    },
  }
}

/** «Cobrar igual» is a button of its own, so that a second press of the Enter that charges does not answer it. */
function Llegando({ coming, isAsked, onCharge }: ReturnType<typeof useLlegando> & { onCharge: () => void }) {
  const [one] = coming
  if (!one) return null
  const text =
    coming.length > 1
      ? `Están llegando ${coming.length} archivos: si cobrás ahora, no entran.`
      : `Está llegando «${one.nombre}»: si cobrás ahora, no entra.`
  return (
    <Notice
      tone={isAsked ? 'error' : 'warning'}
      action={
        isAsked && (
          <Button size="medium" onClick={onCharge}>
            Cobrar igual
          </Button>
        )
      }
    >
      {text}
    </Notice>
  )
}

/** The problems that prevent the charge and cannot be shown at a field. */
function Problemas({
  malos,
  problemas,
  onRetry,
}: {
  malos: VentaNueva['malos']
  problemas: ProblemasVenta
  /** Null where a second try would be refused too. */
  onRetry: (() => void) | null
}) {
  const general = problemas.general ?? problemas.lineas ?? problemas.sucursal
  return (
    <>
      {malos.length > 0 && <Notice tone="error">{malosText(malos)}</Notice>}
      {general && (
        <Notice
          tone="error"
          action={
            onRetry && (
              <Button size="medium" icon={RotateCw} onClick={onRetry}>
                Reintentar
              </Button>
            )
          }
        >
          {general}
        </Notice>
      )}
    </>
  )
}

/** The promised time, loaded again when the files change. Nothing where the branch has no readable hours. */
function Promesa({ pedido_id, sucursal }: { pedido_id: string | null; sucursal: string }) {
  const { data } = useQuery({
    queryKey: ['promesa-de-venta', pedido_id],
    queryFn: ({ signal }) =>
      dataOf(
        call('GET /api/pedidos/:pedido_id/para-pagar', { params: { pedido_id: pedido_id ?? '' }, signal }),
      ),
    enabled: pedido_id !== null,
    refetchInterval: 60_000,
  })
  const prometido = data?.promesas.find((one) => one.sucursal === sucursal)?.prometido
  if (!prometido || pedido_id === null) return null
  return (
    <p className={styles.promesa}>
      <Clock size={20} strokeWidth={2.2} aria-hidden />
      <span>
        Lo tiene listo <b>{promesaText(prometido, new Date(serverNow()))}</b>
      </span>
    </p>
  )
}

/** The sum before discounts. */
function Suma({ precio: { impresion, otros } }: { precio: VentaAnswer }) {
  return (
    <dl className={styles.suma}>
      {impresion > 0 && <Parte title="Impresión y anillado" pesos={impresion} />}
      {otros > 0 && <Parte title="Productos y servicios" pesos={otros} />}
    </dl>
  )
}

function Parte({ title, pesos }: { title: string; pesos: number }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{formatPesos(pesos)}</dd>
    </div>
  )
}

function textOf({ archivos, lista, lineas }: VentaNueva, precio: VentaAnswer | null): string {
  const moving = archivos.find(({ estado }) => estado === 'sube' || estado === 'espera')
  if (moving?.estado === 'espera') return 'Sin señal: la subida sigue sola cuando vuelva.'
  if (moving) return `Subiendo… ${Math.floor(moving.percent)} %`
  if (archivos.some(({ estado }) => estado === 'foto')) return 'Pasando las fotos a PDF…'
  const isCounting = archivos.some(({ estado }) => estado === 'listo' || estado === 'cola')
  if (isCounting && !lista.cotizacion && !lista.problema) return 'Contando las hojas…'
  if (archivos.length + lineas.length === 0)
    return 'Agregá archivos, productos o un importe para ver el precio.'
  return precio?.color_pendiente ? 'Contando las páginas en color…' : ''
}
