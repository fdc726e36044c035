import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { seleccionText } from '@imprimitodo/shared/rules/paginas'
import { count } from '@imprimitodo/shared/rules/resumen'
import { Avisos } from '../../ui/avisos.tsx'
import { cx } from '../../ui/cx.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import styles from './pilas.module.css'
import { listPilas, type Pila, pilasText } from './pilas-view.ts'

type Archivo = PedidoMostrador['archivos'][number]

/** What goes with what: volumes with their files in binding order, and the loose ones. */
export function Pilas({ pedido }: { pedido: PedidoMostrador }) {
  const pilas = listPilas(pedido.archivos)
  return (
    <section aria-labelledby="pilas">
      <h2 id="pilas" className={styles.title}>
        Qué va con qué <span>{pilasText(pilas)}</span>
      </h2>
      <div className={styles.pilas}>
        {pilas.map((pila) => (
          <OnePila key={pila.archivos[0]?.n} pila={pila} pedido={pedido} />
        ))}
      </div>
    </section>
  )
}

function OnePila({ pila, pedido }: { pila: Pila<Archivo>; pedido: PedidoMostrador }) {
  const { titulo, anillado, copias, hojas, archivos } = pila
  return (
    <article className={cx(styles.pila, anillado ? styles.bound : styles.loose)}>
      {anillado && <i className={styles.spine} aria-hidden />}
      <h3>
        {titulo}
        {archivos.length > 1 && ', en este orden'}
        <span>
          {count(copias, 'copia')}, {count(hojas, 'hoja')} {copias > 1 && 'c/u'}
        </span>
      </h3>
      <ol className={styles.files}>
        {archivos.map(({ n, orden, archivo }) => (
          <File
            key={n}
            archivo={archivo}
            orden={archivos.length > 1 ? orden : null}
            src={
              pedido.archivos_guardados
                ? `/api/pedidos/${encodeURIComponent(pedido.pedido_id)}/archivos/${n}/miniatura.webp?ancho=200&firma=${pedido.miniaturas}`
                : null
            }
          />
        ))}
      </ol>
      {archivos
        .filter(({ archivo }) => archivo.avisos.length > 0)
        .map(({ n, archivo }) => (
          <div key={n} className={styles.avisos}>
            {archivos.length > 1 && <b>{archivo.nombre}</b>}
            <Avisos avisos={archivo.avisos} of={archivo.nombre} />
          </div>
        ))}
    </article>
  )
}

function File({ archivo, orden, src }: { archivo: Archivo; orden: number | null; src: string | null }) {
  const isColor = archivo.color === 'color'
  return (
    <li className={styles.file}>
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
      <strong>{archivo.nombre}</strong>
      <span>
        {archivo.paginas} pág, {isColor ? 'color' : 'b/n'}
      </span>
      <span>
        {archivo.doble_faz ? 'doble faz' : 'simple faz'}, {archivo.orientacion}
      </span>
      {seleccionText(archivo) && <span>{seleccionText(archivo)}</span>}
    </li>
  )
}
