import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { ESTIMATE_PER_ARCHIVO } from '@imprimitodo/shared/rules/precio'
import { resumenLines } from '@imprimitodo/shared/rules/resumen'
import { useState } from 'react'
import { TextButton } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Receipt, type ReceiptLine } from '../ui/receipt.tsx'
import { useCarrito } from './carrito.ts'
import type { Contacto } from './carrito-state.ts'
import styles from './paso3.module.css'
import { Detalle } from './paso3-detalle.tsx'
import type { Bloqueo, Calculo, Campo, Campos } from './paso3-modelo.ts'
import { Pagar } from './paso3-pagar.tsx'

type Props = {
  pedidoId: string
  pedido: PedidoAnswer | undefined
  contacto: Contacto
  calculo: Calculo
  bloqueo: Bloqueo | null
  showProblems: (campo: Campo | null, campos?: Campos) => void
}

/** What is paid, to the peso that the server will charge, and the button that pays it. */
export function Resumen(props: Props) {
  const { pedido, contacto, calculo } = props
  const { archivos, precioEstimado } = useCarrito()
  const [detailed, setDetailed] = useState(false)
  const estimate = precioEstimado?.total ?? archivos.length * ESTIMATE_PER_ARCHIVO
  const lines = pedido
    ? linesOf(pedido, contacto, calculo)
    : [{ label: 'Estimado', amount: formatPesos(estimate), kind: 'total' as const }]
  return (
    <Receipt title="Resumen del pedido" lines={lines}>
      {pedido?.color_pendiente && <Color progreso={pedido.color_progreso} />}
      <Pagar {...props} />
      {pedido && (
        <p className={styles.centered}>
          <TextButton onClick={() => setDetailed(true)}>Detalle del Pedido</TextButton>
        </p>
      )}
      {pedido && detailed && <Detalle pedido={pedido} lines={lines} onClose={() => setDetailed(false)} />}
    </Receipt>
  )
}

function linesOf(pedido: PedidoAnswer, contacto: Contacto, calculo: Calculo): ReceiptLine[] {
  return [
    ...resumenLines(pedido).map(
      ({ title, pesos, kind, note }): ReceiptLine =>
        kind === 'resta'
          ? { label: title, amount: `−${formatPesos(pesos)}`, note, kind: 'off' }
          : { label: title, amount: formatPesos(pesos) },
    ),
    { label: 'Total a pagar', amount: formatPesos(pedido.importe_final), kind: 'total' },
    deliveryLine(contacto, calculo),
  ]
}

function deliveryLine({ modo, sucursal }: Contacto, calculo: Calculo): ReceiptLine {
  if (modo === 'retiro')
    return { label: `Retiro en ${sucursal || 'sucursal'}`, amount: 'Gratis', kind: 'apart' }
  const entrega = calculo.kind === 'lista' ? calculo.entrega : null
  return {
    label: 'Delivery',
    note: 'Se paga al recibir',
    amount: !entrega ? 'A calcular' : entrega.dentro_de_radio ? formatPesos(entrega.costo) : 'No llegamos',
    kind: 'apart',
  }
}

function Color({ progreso }: { progreso: PedidoAnswer['color_progreso'] }) {
  const percent = progreso && progreso.total > 0 ? (100 * progreso.hechas) / progreso.total : 0
  return (
    <div className={styles.colour}>
      <Progress
        label="Páginas revisadas"
        title="Buscando páginas con color…"
        ink="lemon"
        percent={percent}
        detail={progreso ? `${progreso.hechas} de ${progreso.total} páginas` : undefined}
      />
      <p role="status">Hasta terminar contamos todo como color: el precio puede bajar, nunca subir.</p>
    </div>
  )
}
