import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton, TextLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { Progress } from '../../../ui/notice/progress.tsx'
import { ImpresoraDialog } from '../../impresion/impresora-dialog.tsx'
import { askToPrint, useAccion } from '../../impresion/queries.ts'
import { canPrint, trabajosToPrint } from '../acciones/accion.ts'
import { Paradas } from './paradas.tsx'
import { PilaSeccion } from './pila.tsx'
import { listPilas, pilasText } from './pilas-view.ts'
import styles from './tareas.module.css'
import type { Pdf, Pdfs } from './use-pdfs.ts'

type Props = {
  pedido: PedidoMostrador
  /** One for each work, in the same order. */
  files: Pdf[]
  pdfs: Pdfs
  /** Newest first; undefined while they load. */
  impresiones: Impresion[] | undefined
  /** The printers of the order's branch; undefined while they load. */
  impresoras: Impresora[] | undefined
}

/**
 * The work of an order: each volume and each loose file once, with its works, its files in order and their
 * problems.
 */
export function Tareas({ pedido, files, pdfs, impresiones, impresoras }: Props) {
  const { trabajos, archivos_guardados, impresos, partes } = pedido
  const pilas = listPilas(pedido.archivos)
  const left = impresiones ? trabajosToPrint(pedido, impresiones) : []
  const isPrinter = canPrint({ pedido, impresoras })
  const items = pilas.map((pila) => {
    const names = pila.archivos.map(({ archivo }) => archivo.nombre)
    const works = trabajos.filter(({ archivos }) => archivos.some((nombre) => names.includes(nombre)))
    return { pila, works, own: ofWorks(impresiones, works) }
  })
  // A printer that stops several volumes is named once, above them
  const stops = (impresora: number) =>
    items.filter(({ own }) => own.some((one) => one.impresora.id === impresora)).length
  const shared = (impresiones ?? []).filter(({ impresora }) => stops(impresora.id) > 1)
  return (
    <section aria-labelledby="tareas">
      <div className={styles.head}>
        <h2 id="tareas">
          Qué hay que hacer
          <span>
            {pilasText(pilas)}
            {trabajos.length > 0 && ` · ${impresos.hechos} de ${count(trabajos.length, 'impreso')}`}
            {partes.listas > 0 && ` · parte lista: ${partes.listas} de ${partes.de}`}
          </span>
        </h2>
        <div className={styles.tools}>
          {isPrinter && left.length > 0 && (
            <ChooseImpresora pedido={pedido} left={left} impresoras={impresoras ?? []} />
          )}
          {archivos_guardados && files.length > 1 && !pdfs.all && (
            <Button size="medium" icon={Download} onClick={() => void pdfs.saveAll(files)}>
              Descargar todo
            </Button>
          )}
        </div>
      </div>
      {impresoras?.every(isTermica) && archivos_guardados && (
        <p className="muted">
          {pedido.sucursal} no tiene impresoras conectadas: descargá los PDF.{' '}
          <TextLink to="/mostrador/impresoras">Conectar una impresora</TextLink>
        </p>
      )}
      <Descargas pdfs={pdfs} />
      <Paradas pedido_id={pedido.pedido_id} impresiones={shared} impresoras={impresoras ?? []} />
      {trabajos.length === 0 && <p className="muted">No hay trabajos para imprimir.</p>}
      <div className={styles.pilas}>
        {items.map(({ pila, works, own }) => (
          <PilaSeccion
            key={pila.archivos[0]?.n}
            pedido={pedido}
            pila={pila}
            works={works}
            pdfs={pdfs}
            isPrinter={isPrinter}
            impresiones={impresiones && own}
            stopped={own.filter((one) => !shared.includes(one))}
            impresoras={impresoras ?? []}
            pdfOf={({ id }) =>
              archivos_guardados ? (files[trabajos.findIndex((one) => one.id === id)] ?? null) : null
            }
          />
        ))}
      </div>
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

const ofWorks = (impresiones: Impresion[] | undefined, works: PedidoMostrador['trabajos']): Impresion[] =>
  (impresiones ?? []).filter(({ trabajo }) => works.some(({ id }) => id === trabajo))

/** The state of the downloads. */
function Descargas({ pdfs: { news, all, stopAll } }: { pdfs: Pdfs }) {
  return (
    <>
      {all && (
        <div className={styles.all}>
          <Progress
            label="Descarga de todos los trabajos"
            percent={(all.done / all.total) * 100}
            text={`${all.done + 1} de ${all.total}`}
          />
          <TextButton onClick={stopAll}>Detener después de este</TextButton>
        </div>
      )}
      {/* Polite and always rendered, so that screen readers read what appears in it */}
      <div className={styles.news} role="status">
        {news && !news.isError && <p>{news.text}</p>}
      </div>
      {news?.isError && <Notice tone="error">{news.text}</Notice>}
    </>
  )
}

/** Sends all works not sent yet to one printer. */
function ChooseImpresora({
  pedido: { pedido_id, numero },
  left,
  impresoras,
}: {
  pedido: PedidoMostrador
  left: PedidoMostrador['trabajos']
  impresoras: Impresora[]
}) {
  const [isChoosing, setChoosing] = useState(false)
  const { mutate, isPending } = useAccion()
  const trabajos = left.map(({ id }) => id)
  return (
    <>
      <Button size="medium" onClick={() => setChoosing(true)}>
        Elegir impresora
      </Button>
      {isChoosing && (
        <ImpresoraDialog
          title={`Imprimir ${count(trabajos.length, 'trabajo')} en…`}
          fichas={left}
          impresoras={impresoras}
          isBusy={isPending}
          onChoose={({ id, nombre }) =>
            mutate(
              {
                run: () => askToPrint(pedido_id, { trabajos, impresora: id }),
                done: `Pedido ${numero}: ${count(trabajos.length, 'trabajo')} a ${nombre}.`,
                pedido_id,
              },
              { onSettled: () => setChoosing(false) },
            )
          }
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
