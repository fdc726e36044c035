import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { ESTIMATE_PER_ARCHIVO } from '@imprimitodo/shared/rules/compra/precio'
import { type ResumenLine, rebajaOf, resumenLines } from '@imprimitodo/shared/rules/compra/resumen'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCondicionIva } from '../../api/catalogo.ts'
import { TextButton } from '../../ui/button.tsx'
import { Progress } from '../../ui/notice/progress.tsx'
import { Neto } from '../../ui/paper/neto.tsx'
import { Receipt, type ReceiptLine } from '../../ui/paper/receipt.tsx'
import { useCarrito } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import { preload } from '../preload.ts'
import { Contenido } from './contenido.tsx'
import type { CalculoDeEntrega } from './modelo.ts'
import styles from './paso3.module.css'
import { Pay, type PayProps } from './pay.tsx'

const loadDetalle = () => import('./detalle.tsx')
const Detalle = lazy(async () => ({ default: (await loadDetalle()).Detalle }))

/** The receipt with the exact amount that the server will charge, and the button that pays it. */
export function Resumen({ pedido, ...props }: PayProps & { pedido: PedidoAnswer | undefined }) {
  const { contacto, calculo, codigos } = props
  const { archivos, precioEstimado } = useCarrito()
  const [detailed, setDetailed] = useState(false)
  const condicion = useCondicionIva()
  useEffect(() => preload(loadDetalle), [])
  const estimate = precioEstimado?.total ?? archivos.length * ESTIMATE_PER_ARCHIVO
  const { importe } = codigos
  const lines = pedido
    ? linesOf(pedido, importe ?? pedido.importe_final, contacto, calculo)
    : [{ label: 'Estimado', amount: formatPesos(estimate), kind: 'total' as const }]
  return (
    <Receipt
      title="Resumen del pedido"
      id="resumen"
      lines={lines}
      above={pedido && <Contenido pedido={pedido} />}
    >
      <Neto pesos={importe} condicion={condicion} />
      {pedido?.color_pendiente && <Color progreso={pedido.color_progreso} />}
      {pedido && !pedido.color_pendiente && <Prueba isPending={pedido.prueba_pendiente} />}
      <Pay {...props} />
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

function linesOf(
  pedido: PedidoAnswer,
  importe: number,
  contacto: Contacto,
  calculo: CalculoDeEntrega,
): ReceiptLine[] {
  return [
    ...importeLines(pedido, importe),
    { label: 'Total a pagar', amount: formatPesos(importe), kind: 'total' },
    deliveryLine(contacto, calculo),
  ]
}

function deliveryLine({ modo, sucursal }: Contacto, calculo: CalculoDeEntrega): ReceiptLine {
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

/** Once shown it keeps its room, of two lines: the parts below must not move when the proof is finished. */
function Prueba({ isPending }: { isPending: boolean }) {
  const [isShown, setShown] = useState(isPending)
  if (isPending && !isShown) setShown(true)
  if (!isShown) return null
  return (
    <p role="status" className={styles.prueba}>
      {isPending ? 'Revisando cómo sale impresa cada página…' : 'Ya revisamos cómo sale impresa cada página.'}
    </p>
  )
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
        detail={progreso ? `${progreso.hechas} de ${count(progreso.total, 'página')}` : undefined}
      />
      <p role="status">Hasta terminar contamos todo como color: el precio puede bajar, nunca subir.</p>
    </div>
  )
}

/**
 * The receipt's lines. `importe`: what the server would charge with the codes chosen since, while the order
 * itself (confirmed before, and not yet again) still has the old ones; then only the total is known, not its
 * parts.
 */
function importeLines(pedido: PedidoAnswer, importe: number): ReceiptLine[] {
  const lines = resumenLines(pedido)
  if (importe === pedido.importe_final) return lines.map(lineOf)
  const pesos = rebajaOf({ ...pedido, importe_final: importe })
  const sums = lines.filter(({ kind }) => kind === 'suma').map(lineOf)
  return pesos > 0 ? [...sums, lineOf({ title: 'Descuentos', pesos, kind: 'resta' })] : sums
}

const lineOf = ({ title, pesos, kind, note }: ResumenLine): ReceiptLine =>
  kind === 'resta'
    ? { label: title, amount: `−${formatPesos(pesos)}`, note, kind: 'off' }
    : { label: title, amount: formatPesos(pesos) }
