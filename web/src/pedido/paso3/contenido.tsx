import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { totalesOf } from '@imprimitodo/shared/rules/compra/textos'
import { Importe } from '../../ui/form/importe.tsx'
import { Avisos } from '../../ui/notice/avisos.tsx'
import { Thumbnail } from '../../ui/picture/thumbnail.tsx'
import styles from './contenido.module.css'
import { type PedidoPieza, piezasOf } from './piezas.ts'

/** The most lines shown: the Pay button must not be far below; the dialog of details has all of them. */
const MOST = 5

/** The contents of the order: the totals, then each volume and loose file with its important avisos. */
export function Contenido({ pedido }: { pedido: PedidoAnswer }) {
  const { archivos, paginas, hojas, anillados } = totalesOf(pedido)
  const piezas = piezasOf(pedido)
  const shown = piezas.length > MOST + 1 ? piezas.slice(0, MOST) : piezas
  const amounts: [number, string][] = [
    [archivos, archivos === 1 ? 'archivo' : 'archivos'],
    [paginas, paginas === 1 ? 'página' : 'páginas'],
    [hojas, hojas === 1 ? 'hoja' : 'hojas'],
    [anillados, anillados === 1 ? 'anillado' : 'anillados'],
  ]
  return (
    <>
      <ul className={styles.totales} aria-label="En total">
        {amounts.map(
          ([amount, name]) =>
            amount > 0 && (
              <li key={name}>
                <b>{amount.toLocaleString('es-AR')}</b> {name}
              </li>
            ),
        )}
      </ul>
      <ol className={styles.piezas} aria-label="Lo que llevás">
        {shown.map((pieza) => (
          <Fila key={pieza.n} pieza={pieza} pedidoId={pedido.pedido_id} />
        ))}
      </ol>
      {shown.length < piezas.length && <p className={styles.more}>{moreText(piezas.slice(shown.length))}</p>}
    </>
  )
}

function Fila({ pieza, pedidoId }: { pieza: PedidoPieza; pedidoId: string }) {
  const { n, title, nombres, text, pesos, avisos, dobleFaz, orientacion, color, anillado } = pieza
  return (
    <li>
      <Thumbnail
        className={styles.picture}
        src={`/api/pedidos/${pedidoId}/archivos/${n}/miniatura.webp?ancho=200`}
        dobleFaz={dobleFaz}
        orientacion={orientacion}
        color={color}
        anillado={anillado}
      />
      <div>
        <b>{title}</b>
        {nombres.length > 0 && <p>{nombres.join(' + ')}</p>}
        <p>{text}</p>
      </div>
      <Importe pesos={pesos} className={styles.amount} />
      <Avisos avisos={avisos} of={title} className={styles.avisos} />
    </li>
  )
}

function moreText(piezas: readonly PedidoPieza[]): string {
  const warned = piezas.filter(({ avisos }) => avisos.length > 0).length
  return `Y ${piezas.length} más${warned > 0 ? `, ${warned} con avisos` : ''}: están todos en el detalle.`
}

/** '1 aviso', '3 avisos'; nothing where there is none. */
export function avisosText(pedido: PedidoAnswer): string | null {
  const avisos = piezasOf(pedido).reduce((sum, one) => sum + one.avisos.length, 0)
  return avisos > 0 ? count(avisos, 'aviso') : null
}
