import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { ajusteText, anilladoText, count, opcionesText, paginasText } from '@imprimitodo/shared/rules/resumen'
import { Thumbnail } from '../ui/thumbnail.tsx'
import styles from './archivos.module.css'

/** What is printed: first pages, never the files themselves. */
export function Archivos({ pedido: { pedido_id, archivos } }: { pedido: PedidoAnswer }) {
  return (
    <section className={styles.section} aria-labelledby="tus-archivos">
      <div className={styles.head}>
        <h2 id="tus-archivos">Tus archivos</h2>
        <span>{count(archivos.length, 'archivo')}</span>
      </div>
      <ul className={styles.tiles}>
        {archivos.map((archivo, index) => (
          <li key={archivo.nombre} className={styles.tile}>
            <div className={styles.picture}>
              <Thumbnail
                className={styles.thumbnail}
                src={`/api/pedidos/${pedido_id}/archivos/${index + 1}/miniatura.webp?ancho=200`}
                dobleFaz={archivo.doble_faz}
                orientacion={archivo.orientacion}
                color={archivo.color === 'color'}
                anillado={archivo.anillado || archivo.grupo !== 'default'}
              />
            </div>
            <div className={styles.text}>
              <h3>{archivo.nombre}</h3>
              <p>{opcionesText(archivo)}</p>
              <p>
                {anilladoText(archivo)} · {paginasText(archivo)}
              </p>
              {archivo.paginas_ajustadas > 0 && <p>{ajusteText(archivo.paginas_ajustadas)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
