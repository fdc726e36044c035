import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { seleccionText } from '@imprimitodo/shared/rules/compra/paginas'
import { cx } from '../../../ui/cx.ts'
import { Avisos } from '../../../ui/notice/avisos.tsx'
import { Thumbnail } from '../../../ui/picture/thumbnail.tsx'
import { Paradas } from './paradas.tsx'
import styles from './pila.module.css'
import type { Pila } from './pilas-view.ts'
import { TrabajoItem } from './trabajo-item.tsx'
import type { Pdf, Pdfs } from './use-pdfs.ts'

type Archivo = PedidoMostrador['archivos'][number]
type Trabajo = PedidoMostrador['trabajos'][number]

/** One volume or loose file: its title, its works' progress, and its files in order, each with its avisos. */
export function PilaSeccion({
  pedido,
  pila,
  works,
  impresiones,
  stopped,
  impresoras,
  isPrinter,
  pdfOf,
  pdfs,
}: {
  pedido: PedidoMostrador
  pila: Pila<Archivo>
  works: Trabajo[]
  /** The impresiones of its works, newest first; undefined while they load. */
  impresiones: Impresion[] | undefined
  /** Works whose printer's problem is shown here. */
  stopped: Impresion[]
  impresoras: Impresora[]
  isPrinter: boolean
  pdfOf: (trabajo: Trabajo) => Pdf | null
  pdfs: Pdfs
}) {
  const { titulo, anillado, copias, hojas, archivos } = pila
  const isAlone = !anillado && archivos.length === 1
  return (
    <article className={cx(styles.pila, anillado && styles.bound)}>
      {anillado && <i className={styles.spine} aria-hidden />}
      <header>
        <h3>{isAlone ? archivos[0]?.archivo.nombre : titulo}</h3>
        <p>
          {isAlone && 'Suelto · '}
          {count(copias, 'copia')} · {count(hojas, 'hoja')} {copias > 1 && 'cada una'}
          {archivos.length > 1 && ' · en este orden'}
        </p>
      </header>
      <ul className={styles.works}>
        {works.map((trabajo) => (
          <TrabajoItem
            key={trabajo.id}
            pedido={pedido}
            trabajo={trabajo}
            isPrinter={isPrinter}
            impresoras={impresoras}
            pdfs={pdfs}
            isOneOfSeveral={works.length > 1}
            impresion={impresiones?.find((one) => one.trabajo === trabajo.id)}
            isKnown={impresiones !== undefined}
            pdf={pdfOf(trabajo)}
          />
        ))}
      </ul>
      <Paradas pedido_id={pedido.pedido_id} impresiones={stopped} impresoras={impresoras} />
      <ol className={styles.files}>
        {archivos.map(({ n, orden, archivo }) => (
          <File
            key={n}
            archivo={archivo}
            orden={archivos.length > 1 ? orden : null}
            isNamed={!isAlone}
            src={
              pedido.archivos_guardados
                ? `/api/pedidos/${encodeURIComponent(pedido.pedido_id)}/archivos/${n}/miniatura.webp?ancho=200&firma=${pedido.miniaturas}`
                : null
            }
          />
        ))}
      </ol>
    </article>
  )
}

function File({
  archivo,
  orden,
  isNamed,
  src,
}: {
  archivo: Archivo
  orden: number | null
  /** False where the heading above has its name. */
  isNamed: boolean
  src: string | null
}) {
  const isColor = archivo.color === 'color'
  const seleccion = seleccionText(archivo)
  return (
    <li>
      <span className={styles.page}>
        <Thumbnail
          src={src}
          dobleFaz={false}
          orientacion={archivo.orientacion}
          color={isColor}
          anillado={false}
          className={styles.thumbnail}
        />
        {orden !== null && <b aria-hidden>{orden}</b>}
      </span>
      <div>
        {isNamed && <strong>{archivo.nombre}</strong>}
        <span>
          {count(archivo.paginas, 'pág.', 'pág.')} ·{' '}
          <span className={cx(isColor && styles.color)}>{isColor ? 'color' : 'b/n'}</span> ·{' '}
          {archivo.doble_faz ? 'doble faz' : 'simple faz'}, {archivo.orientacion}
          {seleccion && ` · ${seleccion}`}
        </span>
        <Avisos avisos={archivo.avisos} of={archivo.nombre} />
      </div>
    </li>
  )
}
