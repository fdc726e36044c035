import { SIN_PRECIOS } from '@imprimitodo/shared/rules/precio'
import { count } from '@imprimitodo/shared/rules/resumen'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { preciosQuery } from '../../api/queries.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { usePagos } from '../cobro/use-pagos.ts'
import { usePrecioVenta, useVender } from '../cobro/use-vender.ts'
import { Heading } from '../layout/heading.tsx'
import { useSession } from '../session/session.ts'
import { Agregar } from './agregar.tsx'
import { AplicarATodos } from './aplicar-a-todos.tsx'
import { ArchivosTabla } from './archivos-tabla.tsx'
import { celularIn } from './cliente-escrito.ts'
import { Cobrado } from './cobrado.tsx'
import { LineasTabla } from './lineas-tabla.tsx'
import styles from './nuevo.module.css'
import { OtrasFormas } from './otras-formas.tsx'
import { PanelCobro } from './panel-cobro.tsx'
import { Presupuesto } from './presupuesto.tsx'
import { Soltar } from './soltar.tsx'
import { useVentaNueva, type VentaNueva } from './use-venta-nueva.ts'

/** A sale at the counter: left what is sold, right what is paid. */
export function NuevoPage() {
  const session = useSession()
  const precios = useQuery({ ...preciosQuery, staleTime: 0 }).data
  const sinPrecios = precios !== undefined && !precios.byn
  const venta = useVentaNueva(session?.sucursal ?? '')
  const { lineas, otros } = venta
  const precio = usePrecioVenta(venta.venta)
  const pagos = usePagos(precio.precio?.total ?? 0)
  const { vender, isBusy, problemas, hecha, restart } = useVender()
  if (hecha)
    return (
      <Cobrado
        venta={hecha}
        onAnother={() => {
          restart()
          venta.restart()
          pagos.restart()
        }}
      />
    )
  return (
    <div className={styles.page}>
      <Heading title="Venta" />
      <div className={styles.venta}>
        <div className={styles.vendido}>
          {sinPrecios && <SinPrecios isDueno={session?.rol === 'dueno'} />}
          <Agregar disabled={isBusy} onLinea={otros.add} onCodigo={venta.addCodigo} />
          <Archivos {...{ venta, isBusy }} isClosed={sinPrecios} />
          <LineasTabla
            lineas={lineas}
            disabled={isBusy}
            onCantidad={otros.setCantidad}
            onRemove={otros.remove}
          />
        </div>
        <div className={styles.costado}>
          <PanelCobro
            {...{ venta, precio, pagos, isBusy, isFija: session?.sucursal !== null }}
            problemas={{ ...precio.problemas, ...problemas }}
            onCobrar={(pedida) => void vender(pedida)}
          />
          {/* It has the price of files alone */}
          <Presupuesto
            pedido_id={lineas.length === 0 && precio.precio ? (venta.cotizacion?.pedido_id ?? null) : null}
            sucursal={venta.sucursal}
            quien={{ nombre: venta.datos.nombre, celular: celularIn(venta.datos.cliente) }}
          />
        </div>
      </div>
    </div>
  )
}

function SinPrecios({ isDueno }: { isDueno: boolean }) {
  return (
    <Notice
      tone="warning"
      action={isDueno && <LinkButton to="/mostrador/ajustes">Cargar los precios</LinkButton>}
    >
      {SIN_PRECIOS}
    </Notice>
  )
}

/** The files of the sale: dropped anywhere, picked, or sent by the customer's phone. */
function Archivos({
  venta: { archivos, cotizacion, problema, lista, sucursal },
  isBusy,
  isClosed,
}: {
  venta: VentaNueva
  isBusy: boolean
  /** Without prices nothing is printed; the rest is sold all the same. */
  isClosed: boolean
}) {
  const [rechazados, setRechazados] = useState<string[]>([])
  return (
    <section aria-labelledby="archivos">
      <h2 id="archivos">
        Archivos {archivos.length > 0 && <span className="muted">{count(archivos.length, 'archivo')}</span>}
      </h2>
      <Soltar disabled={isBusy || isClosed} onFiles={(files) => setRechazados(lista.add(files))} />
      <OtrasFormas disabled={isBusy || isClosed || !sucursal} {...{ sucursal, lista }} />
      {rechazados.length > 0 && <Notice tone="warning">{rechazados.join(' ')}</Notice>}
      {archivos.length > 1 && <AplicarATodos disabled={isBusy} onApply={lista.changeAll} />}
      <ArchivosTabla
        archivos={archivos}
        cotizacion={cotizacion}
        disabled={isBusy}
        onChange={lista.change}
        onRemove={lista.remove}
      />
      {problema && (
        <Notice
          tone="error"
          action={
            <Button size="medium" icon={RotateCw} onClick={lista.retry}>
              Reintentar
            </Button>
          }
        >
          {problema}
        </Notice>
      )}
    </section>
  )
}
