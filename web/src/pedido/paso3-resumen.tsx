import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { ESTIMATE_PER_ARCHIVO } from '@imprimitodo/shared/rules/precio'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCondicionIva } from '../api/catalogo.ts'
import { TextButton } from '../ui/button.tsx'
import { Neto } from '../ui/neto.tsx'
import { Progress } from '../ui/progress.tsx'
import { Receipt, type ReceiptLine } from '../ui/receipt.tsx'
import { useCarrito } from './carrito.ts'
import type { Contacto } from './carrito-state.ts'
import styles from './paso3.module.css'
import { importeLines } from './paso3-importe.ts'
import type { Bloqueo, Calculo, Campo, Campos } from './paso3-modelo.ts'
import { Pagar } from './paso3-pagar.tsx'
import type { Codigos } from './paso3-usar-codigos.ts'
import { preload } from './preload.ts'

const loadDetalle = () => import('./paso3-detalle.tsx')
const Detalle = lazy(async () => ({ default: (await loadDetalle()).Detalle }))

type Props = {
  pedidoId: string
  pedido: PedidoAnswer | undefined
  contacto: Contacto
  calculo: Calculo
  bloqueo: Bloqueo | null
  codigos: Codigos
  showProblems: (campo: Campo | null, campos?: Campos) => void
}

/** What is paid, to the peso that the server will charge, and the button that pays it. */
export function Resumen(props: Props) {
  const { pedido, contacto, calculo, codigos } = props
  const { archivos, precioEstimado } = useCarrito()
  const [detailed, setDetailed] = useState(false)
  const condicion = useCondicionIva()
  useEffect(() => preload(loadDetalle), [])
  const estimate = precioEstimado?.total ?? archivos.length * ESTIMATE_PER_ARCHIVO
  // Of a draft the order itself tells; a confirmed one keeps what it was confirmed with until it is again
  const importe =
    pedido?.estado === 'confirmado' ? (codigos.importe ?? pedido.importe_final) : pedido?.importe_final
  const lines = pedido
    ? linesOf(pedido, importe ?? pedido.importe_final, contacto, calculo)
    : [{ label: 'Estimado', amount: formatPesos(estimate), kind: 'total' as const }]
  return (
    <Receipt title="Resumen del pedido" lines={lines}>
      <Neto pesos={importe} condicion={condicion} />
      {pedido?.color_pendiente && <Color progreso={pedido.color_progreso} />}
      {pedido && !pedido.color_pendiente && pedido.prueba_pendiente && (
        <p role="status" className={styles.centered}>
          Revisando cómo sale impresa cada página…
        </p>
      )}
      <Pagar {...props} importe={importe} />
      {pedido && (
        <p className={styles.centered}>
          <TextButton onClick={() => setDetailed(true)}>Detalle del Pedido</TextButton>
        </p>
      )}
      {pedido && detailed && (
        <Suspense fallback={null}>
          <Detalle pedido={pedido} lines={lines} onClose={() => setDetailed(false)} />
        </Suspense>
      )}
    </Receipt>
  )
}

function linesOf(pedido: PedidoAnswer, importe: number, contacto: Contacto, calculo: Calculo): ReceiptLine[] {
  return [
    ...importeLines(pedido, importe),
    { label: 'Total a pagar', amount: formatPesos(importe), kind: 'total' },
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
