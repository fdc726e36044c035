import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton } from '../../ui/button.tsx'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { Heading } from '../layout/heading.tsx'
import { forgetVenta, otrasVentas, takeVenta, type VentaGuardada } from './guardada.ts'
import styles from './nuevo.module.css'
import { useBuscada } from './use-keep.ts'
import { closeRecepcionOfVenta } from './use-recepcion.ts'

/** Sales that this person began in another tab, or in one that was closed, to continue them. */
export function OtrasVentas({ de, id, onTake }: { de: string; id: string; onTake: () => void }) {
  const [otras, setOtras] = useState(() => otrasVentas(de, id))
  const take = (otra: VentaGuardada) => {
    takeVenta(otra)
    onTake()
  }
  const drop = ({ id: dropped }: VentaGuardada) => {
    // Read again now: its own tab may be charging it
    const otra = otrasVentas(de, id).find((one) => one.id === dropped && one.cobro === 'no')
    if (otra?.recepcion) closeRecepcionOfVenta(otra.recepcion)
    if (otra) forgetVenta(otra)
    setOtras(otrasVentas(de, id))
  }
  return otras.map((otra) =>
    otra.cobro === 'enviada' ? (
      <Notice
        key={otra.id}
        tone="warning"
        still
        action={
          <Button size="medium" onClick={() => take(otra)}>
            Ver si se cobró
          </Button>
        }
      >
        Una venta se estaba cobrando a las {formatTime(new Date(otra.tocada))}: {contentOf(otra)}.
      </Notice>
    ) : (
      <Notice
        key={otra.id}
        still
        action={
          <div className={styles.otra}>
            <Button size="medium" onClick={() => take(otra)}>
              Seguirla acá
            </Button>
            <TextButton onClick={() => drop(otra)}>Descartarla</TextButton>
          </div>
        }
      >
        Hay una venta sin cobrar de las {formatTime(new Date(otra.tocada))}: {contentOf(otra)}.
      </Notice>
    ),
  )
}

/** '3 archivos y 2 productos, de Carla' */
function contentOf({ archivos, lineas, codigos, datos }: VentaGuardada): string {
  const parts = [
    archivos.length > 0 && count(archivos.length, 'archivo'),
    lineas.length > 0 && count(lineas.length, 'producto o servicio', 'productos o servicios'),
    codigos.length > 0 && count(codigos.length, 'código'),
  ].filter((part) => part !== false)
  const de = datos.elegido?.nombre ?? datos.nombre.trim()
  return [parts.join(' y ') || 'sin productos', de && `de ${de}`].filter(Boolean).join(', ')
}

/** Two tabs never make the same sale. */
export function OtraPestana({ onTake, onOther }: { onTake: () => void; onOther: () => void }) {
  return (
    <div className={styles.page}>
      <EmptySheet>
        <Heading title="Esta venta sigue en otra pestaña" />
        <p role="status">Lo que cargaste está allá. Seguila en una sola, así no se cobra dos veces.</p>
        <div className={styles.acciones}>
          <Button variant="primary" onClick={onTake}>
            Seguirla acá
          </Button>
          <Button onClick={onOther}>Empezar otra venta</Button>
        </div>
      </EmptySheet>
    </div>
  )
}

/**
 * It was sent, and the answer was lost with the page or the network: it is not sent again before its result
 * is known.
 */
export function Searching({
  guardada,
  onKnown,
}: {
  guardada: VentaGuardada
  onKnown: (venta: VentaAnswer | null) => void
}) {
  const { isCut, retry } = useBuscada(guardada, onKnown)
  return (
    <div className={styles.page}>
      <Heading title="Venta" />
      {isCut ? (
        <Notice
          tone="warning"
          action={
            <Button size="medium" icon={RotateCw} onClick={retry}>
              Reintentar
            </Button>
          }
        >
          No hay conexión, y no sabemos si la venta se cobró. No la cobres de nuevo: apenas vuelva te lo
          decimos.
        </Notice>
      ) : (
        <Spinner label="Mirando si la venta se cobró…" visible />
      )}
    </div>
  )
}
