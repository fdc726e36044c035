import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { seleccionText } from '@imprimitodo/shared/rules/compra/paginas'
import {
  anilladoText,
  opcionesText,
  paginasText,
  volumenText,
  volumenTitle,
} from '@imprimitodo/shared/rules/compra/textos'
import { BookOpen } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Avisos } from '../../ui/notice/avisos.tsx'
import { Receipt, type ReceiptLine } from '../../ui/paper/receipt.tsx'
import { Thumbnail } from '../../ui/picture/thumbnail.tsx'
import styles from './detalle.module.css'

/** Every file and volume with what was counted and what it costs: the lines add up to the receipt below them. */
export function Detalle({
  pedido,
  lines,
  onClose,
}: {
  pedido: PedidoAnswer
  lines: readonly ReceiptLine[]
  onClose: () => void
}) {
  const several = pedido.archivos.length > 1
  return (
    <Dialog title="Detalle del Pedido" onClose={onClose} actions={<Button onClick={onClose}>Cerrar</Button>}>
      <ol className={styles.lines}>
        {pedido.archivos.map((archivo, index) => (
          <li key={archivo.nombre}>
            <Thumbnail
              className={styles.picture}
              src={`/api/pedidos/${pedido.pedido_id}/archivos/${index + 1}/miniatura.webp?ancho=200`}
              dobleFaz={archivo.doble_faz}
              orientacion={archivo.orientacion}
              color={archivo.color === 'color'}
              anillado={archivo.anillado || archivo.grupo !== 'default'}
            />
            <div>
              <b>
                {several && `${index + 1}. `}
                {archivo.nombre}
              </b>
              <p>{opcionesText(archivo)}</p>
              {seleccionText(archivo) && <p>{seleccionText(archivo)}</p>}
              <p>
                {paginasText(archivo)}
                {archivo.duplicado > 1 && ' por copia'} · {anilladoText(archivo)}
              </p>
            </div>
            <span className={styles.amount}>{formatPesos(archivo.importe)}</span>
            <Avisos avisos={archivo.avisos} of={archivo.nombre} className={styles.avisos} />
          </li>
        ))}
        {pedido.volumenes.map((volumen) => (
          <li key={volumen.grupo ?? volumen.nombre}>
            <span className={styles.volume} aria-hidden>
              <BookOpen size={26} strokeWidth={2} />
            </span>
            <div>
              <b>{volumenTitle(volumen)}</b>
              <p>{volumenText(volumen)}</p>
            </div>
            <span className={styles.amount}>{formatPesos(volumen.importe)}</span>
          </li>
        ))}
      </ol>
      <Receipt title="Resumen del pedido" heading={<h3>Resumen</h3>} lines={lines} />
    </Dialog>
  )
}
