import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/resumen'
import { Download, ExternalLink } from 'lucide-react'
import { Button, TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { BusyButton } from '../busy-button.tsx'
import styles from './trabajos.module.css'
import type { Pdf, usePdfs } from './use-pdfs.ts'

type Trabajo = PedidoMostrador['trabajos'][number]
type Pdfs = ReturnType<typeof usePdfs>

/** What is to be printed: each work's settings for the printer and its PDF, of one copy. */
export function Trabajos({ pedido, files, pdfs }: { pedido: PedidoMostrador; files: Pdf[]; pdfs: Pdfs }) {
  const { trabajos, archivos_guardados } = pedido
  const { news, all } = pdfs
  return (
    <section aria-labelledby="trabajos">
      <div className={styles.head}>
        <h2 id="trabajos">Trabajos de impresión</h2>
        {archivos_guardados && files.length > 1 && !all && (
          <Button size="medium" icon={Download} onClick={() => void pdfs.saveAll(files)}>
            Descargar todo
          </Button>
        )}
      </div>
      {all && (
        <div className={styles.all}>
          <Progress
            label="Descarga de todos los trabajos"
            percent={(all.done / all.total) * 100}
            text={`${all.done + 1} de ${all.total}`}
          />
          <TextButton onClick={pdfs.stopAll}>Detener después de este</TextButton>
        </div>
      )}
      {/* Polite and always there, so that what appears in it is read */}
      <div className={styles.news} role="status">
        {news && !news.isError && <p>{news.text}</p>}
      </div>
      {news?.isError && <Notice tone="error">{news.text}</Notice>}
      {trabajos.length === 0 ? (
        <p className="muted">No hay trabajos para imprimir.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Trabajo</th>
              <th scope="col" className={styles.number}>
                Copias
              </th>
              <th scope="col" className={styles.number}>
                Hojas c/u
              </th>
              <th scope="col" className={styles.number}>
                Páginas
              </th>
              <th scope="col">Caras</th>
              <th scope="col">Tinta</th>
              <th scope="col">Terminación</th>
              {archivos_guardados && <th scope="col">PDF de una copia</th>}
            </tr>
          </thead>
          <tbody>
            {trabajos.map((trabajo, index) => (
              <Row
                key={trabajo.id}
                trabajo={trabajo}
                pdf={archivos_guardados ? (files[index] ?? null) : null}
                pdfs={pdfs}
              />
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.sum}>
        {count(
          trabajos.reduce((sum, { copias, hojas }) => sum + copias * hojas, 0),
          'hoja',
        )}{' '}
        en total.
      </p>
    </section>
  )
}

function Row({ trabajo, pdf, pdfs }: { trabajo: Trabajo; pdf: Pdf | null; pdfs: Pdfs }) {
  const { nombre, tomo, copias, hojas, paginas, lados, borde, color, anillado, archivos } = trabajo
  const isBusy = pdf !== null && pdfs.busy.includes(pdf.key)
  return (
    <tr>
      <th scope="row">
        {nombre}
        {tomo && <small>Tomo {tomo}</small>}
      </th>
      <td className={styles.number} data-label="Copias">
        {copias}
      </td>
      <td className={styles.number} data-label="Hojas c/u">
        {hojas}
      </td>
      <td className={styles.number} data-label="Páginas">
        {paginas}
      </td>
      <td data-label="Caras" className={styles.sides}>
        {lados === 2 ? 'Dos' : 'Una'}
        {lados === 2 && <small>borde {borde}</small>}
      </td>
      <td data-label="Tinta">
        <span className={color ? styles.color : styles.ink}>{color ? 'color' : 'b/n'}</span>
      </td>
      <td data-label="Terminación" className={styles.finish}>
        {anillado ? 'Anillado' : 'Suelto'}
        {anillado && archivos.length > 1 && <small>{archivos.join(' + ')}</small>}
      </td>
      {pdf && (
        <td className={styles.buttons}>
          <BusyButton
            size="medium"
            icon={Download}
            isBusy={isBusy}
            busyText="Preparando…"
            about={` de ${pdf.titulo}`}
            onClick={() => void pdfs.save(pdf)}
          >
            Descargar PDF
          </BusyButton>
          <BusyButton
            size="medium"
            icon={ExternalLink}
            isBusy={isBusy}
            busyText="Ver"
            about={` ${pdf.titulo} en otra pestaña`}
            onClick={() => void pdfs.view(pdf)}
          >
            Ver
          </BusyButton>
        </td>
      )}
    </tr>
  )
}
