import type { VentaAnswer, VentaPedida } from '@imprimitodo/shared/api/ventas'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { focusRangoProblem } from '../../ui/rango.tsx'
import { BusyButton } from '../busy-button.tsx'
import { PanelPagos } from '../cobro/panel-pagos.tsx'
import { Rebajas } from '../cobro/rebajas.tsx'
import type { Pagos } from '../cobro/use-pagos.ts'
import type { ProblemasVenta, usePrecioVenta } from '../cobro/use-vender.ts'
import { Comprador } from './comprador.tsx'
import styles from './nuevo.module.css'
import type { VentaNueva } from './use-venta-nueva.ts'

/** Who buys, what it comes to, and how it is paid. */
export function PanelCobro({
  venta: nueva,
  precio: { precio, problemas: sinPrecio, isVigente, refetch },
  pagos,
  problemas,
  isBusy,
  isFija,
  onCobrar,
}: {
  venta: VentaNueva
  precio: ReturnType<typeof usePrecioVenta>
  pagos: Pagos
  problemas: ProblemasVenta
  isBusy: boolean
  /** The person works for one branch. */
  isFija: boolean
  onCobrar: (venta: VentaPedida) => void
}) {
  const { venta, codigos, setCodigos } = nueva
  const isReady =
    venta !== null && precio !== null && isVigente && !precio.color_pendiente && pagos.cobro !== null
  const general = problemas.general ?? problemas.lineas ?? problemas.sucursal
  return (
    <form
      className={styles.pago}
      aria-label="Cobro"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusRangoProblem() && isReady) onCobrar({ ...venta, total: precio?.total, pagos: pagos.pagos })
      }}
    >
      <Comprador
        datos={nueva.datos}
        cuenta={precio?.cliente ?? null}
        problema={problemas.cliente ?? null}
        sucursales={isFija ? [] : nueva.sucursales}
        sucursal={nueva.sucursal}
        onChange={nueva.setDatos}
        onSucursal={nueva.setSucursal}
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
      {precio === null && codigos.length > 0 && (
        <Button size="medium" onClick={() => setCodigos(codigos.slice(0, -1))}>
          Sacar el código {codigos.at(-1)}
        </Button>
      )}
      <p className={styles.total} role="status">
        {textOf(nueva, precio)}
      </p>
      {precio && (
        <>
          <dl className={styles.totales}>
            <Parte title="Total" pesos={precio.total} />
          </dl>
          <PanelPagos pagos={pagos} disabled={isBusy} problema={problemas.pagos} />
        </>
      )}
      {general && (
        <Notice
          tone="error"
          action={
            sinPrecio.general && (
              <Button size="medium" icon={RotateCw} onClick={() => void refetch()}>
                Reintentar
              </Button>
            )
          }
        >
          {general}
        </Notice>
      )}
      <BusyButton
        type="submit"
        variant="primary"
        isBusy={isBusy}
        busyText="Cobrando…"
        aria-disabled={!isReady}
      >
        {precio ? `${pagos.sena ? 'Cobrar la seña,' : 'Cobrar'} ${formatPesos(pagos.ahora)}` : 'Cobrar'}
      </BusyButton>
    </form>
  )
}

/** What is sold, before what comes off it. */
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

function textOf({ archivos, progreso, lineas }: VentaNueva, precio: VentaAnswer | null): string {
  if (archivos.length > 0 && progreso !== null)
    return progreso < 100 ? `Subiendo… ${progreso} %` : 'Contando las hojas…'
  if (archivos.length + lineas.length === 0)
    return 'Agregá archivos, productos o un importe para ver el precio.'
  return precio?.color_pendiente ? 'Contando las páginas en color…' : ''
}
