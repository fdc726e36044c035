import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/resumen'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button, TextButton, TextLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { useAtajo } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { imprimir, useAccion } from '../impresion/datos.ts'
import { ImpresoraDialog } from '../impresion/impresora-dialog.tsx'
import { TrabajoItem } from './trabajo-item.tsx'
import styles from './trabajos.module.css'
import type { Pdf, usePdfs } from './use-pdfs.ts'

type Pdfs = ReturnType<typeof usePdfs>

/** From when on an order may be printed. */
const PRINTABLE: readonly string[] = ['pagado', 'en_produccion', 'listo']

/** What is to be printed: each work's settings, how far it is, and its PDF of one copy. */
export function Trabajos({
  pedido,
  files,
  pdfs,
  impresiones,
  impresoras,
}: {
  pedido: PedidoMostrador
  files: Pdf[]
  pdfs: Pdfs
  /** Newest first; undefined while they are asked for. */
  impresiones: Impresion[] | undefined
  /** Of the order's branch. */
  impresoras: Impresora[] | undefined
}) {
  const { trabajos, archivos_guardados } = pedido
  const { news, all } = pdfs
  const canPrint = archivos_guardados && PRINTABLE.includes(pedido.estado) && !!impresoras?.length
  const newest = (id: number) => impresiones?.find(({ trabajo }) => trabajo === id)
  const left = trabajos.filter(({ id }) => {
    const estado = newest(id)?.estado
    return !estado || estado === 'cancelada'
  })
  return (
    <section aria-labelledby="trabajos">
      <div className={styles.head}>
        <h2 id="trabajos">Trabajos de impresión</h2>
        <div className={styles.tools}>
          {canPrint && impresiones && left.length > 0 && (
            <ImprimirTodo pedido={pedido} left={left} impresoras={impresoras} />
          )}
          {archivos_guardados && files.length > 1 && !all && (
            <Button size="medium" icon={Download} onClick={() => void pdfs.saveAll(files)}>
              Descargar todo
            </Button>
          )}
        </div>
      </div>
      {impresoras?.length === 0 && archivos_guardados && (
        <p className="muted">
          {pedido.sucursal} no tiene impresoras conectadas: descargá los PDF.{' '}
          <TextLink to="/mostrador/impresoras">Conectar una impresora</TextLink>
        </p>
      )}
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
        <ul className={styles.list}>
          {trabajos.map((trabajo, index) => (
            <TrabajoItem
              key={trabajo.id}
              pedido={pedido}
              trabajo={trabajo}
              impresion={newest(trabajo.id)}
              isPrinter={canPrint}
              isKnown={impresiones !== undefined}
              impresoras={impresoras ?? []}
              pdf={archivos_guardados ? (files[index] ?? null) : null}
              pdfs={pdfs}
            />
          ))}
        </ul>
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

/** All that was not sent yet: each work to the printer that suits it, or all of them to one. */
function ImprimirTodo({
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
  const print = (impresora?: Impresora) =>
    mutate(
      {
        run: () => imprimir(pedido_id, { trabajos, ...(impresora && { impresora: impresora.id }) }),
        done: `Pedido ${numero}: ${count(trabajos.length, 'trabajo')} a ${impresora?.nombre ?? 'imprimir'}.`,
        pedido_id,
      },
      { onSettled: () => setChoosing(false) },
    )
  useAtajo('i', () => !isPending && print())
  return (
    <>
      <BusyButton
        size="medium"
        variant="primary"
        icon={Printer}
        isBusy={isPending}
        busyText="Mandando…"
        onClick={() => print()}
      >
        Imprimir todo
      </BusyButton>
      <Button size="medium" onClick={() => setChoosing(true)}>
        Elegir impresora
      </Button>
      {isChoosing && (
        <ImpresoraDialog
          title={`Imprimir ${count(trabajos.length, 'trabajo')} en…`}
          fichas={left}
          impresoras={impresoras}
          isBusy={isPending}
          onChoose={print}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}
