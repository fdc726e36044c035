import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { SIN_PRECIOS } from '@imprimitodo/shared/rules/compra/precio'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { preciosQuery } from '../../api/queries.ts'
import { Button, LinkButton, TextButton } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { usePagos } from '../cobro/use-pagos.ts'
import { usePrecioVenta, useSell } from '../cobro/use-sell.ts'
import { Heading } from '../layout/heading.tsx'
import { useMostradorSession } from '../session/session.ts'
import { AddLinea } from './add.tsx'
import { ArchivosSeccion } from './archivos-seccion.tsx'
import { celularIn } from './cliente-escrito.ts'
import { forgetVenta, hasContent, type VentaGuardada } from './guardada.ts'
import { LineasTabla } from './lineas-tabla.tsx'
import styles from './nuevo.module.css'
import { OtrasVentas } from './otras-ventas.tsx'
import { PanelCobro } from './panel-cobro.tsx'
import { Presupuesto } from './presupuesto.tsx'
import { chargeKept, useKeep } from './use-keep.ts'
import { closeRecepcionOfVenta } from './use-recepcion.ts'
import { useVentaNueva } from './use-venta-nueva.ts'

/**
 * The goods on the left, the payment on the right. `sinCobrar`: it was sent once, and was not charged.
 * `onNext`: shows the tab's present sale; `onHecha` draws a charged one.
 */
export function VentaEnCurso({
  guardada: inicial,
  sinCobrar,
  onNext,
  onLost,
  onHecha,
}: {
  guardada: VentaGuardada
  sinCobrar: boolean
  onNext: () => void
  onLost: () => void
  onHecha: (venta: VentaAnswer, guardada: VentaGuardada) => ReactNode
}) {
  const session = useMostradorSession()
  const precios = useQuery({ ...preciosQuery, staleTime: 0 }).data
  const sinPrecios = precios !== undefined && !precios.byn
  const venta = useVentaNueva(session?.sucursal ?? '', inicial)
  const precio = usePrecioVenta(venta.venta)
  const pagos = usePagos(precio.precio?.total ?? 0, inicial.pagos)
  const enCurso = {
    archivos: venta.archivos,
    carrito: venta.lista.carrito,
    cotizada: venta.lista.cotizada,
    lineas: venta.lineas,
    codigos: venta.codigos,
    descuento: venta.descuento,
    datos: venta.datos,
    sucursal: venta.sucursal,
    pagos: pagos.estado,
    recepcion: venta.recepcion.guardada,
  }
  const { keep, kept } = useKeep(inicial, enCurso, onLost)
  const { sell, isBusy, problemas, hecha } = useSell(inicial.clave)
  if (hecha) return onHecha(hecha, kept.current)
  const hasSome = hasContent(enCurso)
  const empty = () => {
    const { recepcion } = kept.current
    if (recepcion) closeRecepcionOfVenta(recepcion)
    forgetVenta(kept.current)
    onNext()
  }
  return (
    <div className={styles.page}>
      <div className={styles.venta}>
        <div className={styles.vendido}>
          <div className={styles.titulo}>
            <Heading title="Venta" />
            <div className={styles.acciones}>
              {/* It quotes files only */}
              <Presupuesto
                pedido_id={
                  venta.lineas.length === 0 && precio.precio ? (venta.cotizacion?.pedido_id ?? null) : null
                }
                sucursal={venta.sucursal}
                quien={{ nombre: venta.datos.nombre, celular: celularIn(venta.datos.cliente) }}
              />
              {hasSome && <Empty disabled={isBusy} onEmpty={empty} />}
            </div>
          </div>
          {!hasSome && <OtrasVentas de={inicial.de} id={inicial.id} onTake={onNext} />}
          {sinCobrar && (
            <Notice tone="warning">
              La venta no se llegó a cobrar: está como la dejaste. Cobrala cuando quieras.
            </Notice>
          )}
          {sinPrecios && <SinPrecios isDueno={session?.rol === 'dueno'} />}
          <AddLinea
            disabled={isBusy}
            onLinea={venta.otros.add}
            onCodigo={venta.addCodigo}
            onCliente={(cliente) => venta.setDatos({ ...venta.datos, cliente, elegido: null })}
          />
          <ArchivosSeccion venta={venta} isBusy={isBusy} isClosed={sinPrecios} />
          <LineasTabla
            lineas={venta.lineas}
            disabled={isBusy}
            onCantidad={venta.otros.setCantidad}
            onRemove={venta.otros.remove}
          />
        </div>
        <div className={styles.costado}>
          <PanelCobro
            venta={venta}
            precio={precio}
            pagos={pagos}
            isBusy={isBusy}
            isFija={session?.sucursal !== null}
            problemas={{ ...precio.problemas, ...problemas }}
            onCharge={(pedida) => void chargeKept(pedida, { keep, sell, onUnknown: onNext })}
          />
        </div>
      </div>
    </div>
  )
}

/** Empties the sale, after a confirmation. */
function Empty({ disabled, onEmpty }: { disabled: boolean; onEmpty: () => void }) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <TextButton icon={Trash2} disabled={disabled} onClick={() => setAsked(true)}>
        Vaciar
      </TextButton>
      {isAsked && (
        <AlertDialog
          title="¿Vaciar la venta?"
          onClose={() => setAsked(false)}
          actions={
            <>
              <Button onClick={() => setAsked(false)}>No, seguir</Button>
              <Button variant="primary" onClick={onEmpty}>
                Sí, vaciar
              </Button>
            </>
          }
        >
          <p>Se quitan los archivos, los productos y lo que escribiste. No se cobra nada.</p>
        </AlertDialog>
      )}
    </>
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
