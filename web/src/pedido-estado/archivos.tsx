import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { seleccionText } from '@imprimitodo/shared/rules/compra/paginas'
import { anilladoText, opcionesText, paginasText } from '@imprimitodo/shared/rules/compra/textos'
import { Avisos } from '../ui/notice/avisos.tsx'
import { Thumbnail } from '../ui/picture/thumbnail.tsx'
import styles from './archivos.module.css'
import { HojearPedido } from './hojear-pedido.tsx'

/** The files of the order: first pages, never the files themselves. */
export function Archivos({ pedido }: { pedido: PedidoAnswer }) {
  const { pedido_id, archivos, acceso } = pedido
  // Strangers get another width, so that after the proof the larger pictures are loaded instead of cached
  // ones
  const ancho = acceso === 'completo' ? 200 : 160
  return (
    <section className={styles.section} aria-labelledby="tus-archivos">
      <div className={styles.head}>
        <h2 id="tus-archivos">{acceso === 'completo' ? 'Tus archivos' : 'Archivos'}</h2>
        <span>{count(archivos.length, 'archivo')}</span>
      </div>
      <ul className={styles.tiles}>
        {archivos.map((archivo, index) => (
          <li key={archivo.nombre} className={styles.tile}>
            <div className={styles.picture}>
              <Thumbnail
                className={styles.thumbnail}
                src={`/api/pedidos/${pedido_id}/archivos/${index + 1}/miniatura.webp?ancho=${ancho}`}
                dobleFaz={archivo.doble_faz}
                orientacion={archivo.orientacion}
                color={archivo.color === 'color'}
                anillado={archivo.anillado || archivo.grupo !== 'default'}
              />
            </div>
            <div className={styles.text}>
              <h3>{archivo.nombre}</h3>
              <p>{opcionesText(archivo)}</p>
              {seleccionText(archivo) && <p>{seleccionText(archivo)}</p>}
              <p>
                {anilladoText(archivo)} · {paginasText(archivo)}
              </p>
              <Avisos avisos={archivo.avisos} of={archivo.nombre} className={styles.avisos} />
              {acceso === 'completo' && <HojearPedido pedido={pedido} index={index} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
