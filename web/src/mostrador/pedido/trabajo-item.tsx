import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isPregunta, waitsForAnswer } from '@imprimitodo/shared/rules/impresion'
import { count } from '@imprimitodo/shared/rules/resumen'
import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { BusyButton } from '../busy-button.tsx'
import { cancelar, imprimir, mover, useAccion } from '../impresion/datos.ts'
import { ImpresionChip } from '../impresion/impresion-chip.tsx'
import { ImpresoraDialog } from '../impresion/impresora-dialog.tsx'
import { MotivoDialog } from '../impresion/motivo-dialog.tsx'
import styles from './trabajos.module.css'
import type { Pdf, usePdfs } from './use-pdfs.ts'

type Trabajo = PedidoMostrador['trabajos'][number]
type Pdfs = ReturnType<typeof usePdfs>

type Props = {
  pedido: PedidoMostrador
  trabajo: Trabajo
  /** The newest one of this work. */
  impresion: Impresion | undefined
  /** Whether it may be sent to a printer. */
  isPrinter: boolean
  isKnown: boolean
  impresoras: Impresora[]
}

export function TrabajoItem({ pdf, pdfs, ...props }: Props & { pdf: Pdf | null; pdfs: Pdfs }) {
  const { pedido, trabajo, impresion, isKnown } = props
  const { nombre, tomo, copias, hojas, lados, borde, color, anillado, archivos, seleccion } = trabajo
  const isDoubt = impresion !== undefined && waitsForAnswer(impresion)
  return (
    <li className={cx(styles.item, isDoubt && styles.duda)}>
      <Thumbnail
        src={thumbnailOf(pedido, archivos[0])}
        dobleFaz={lados === 2}
        orientacion={borde === 'corto' ? 'horizontal' : 'vertical'}
        color={color}
        anillado={anillado}
        className={styles.thumbnail}
      />
      <div className={styles.info}>
        <h3>
          {nombre}
          {tomo && <small> Tomo {tomo}</small>}
        </h3>
        <p>
          {count(copias, 'copia')}, {count(hojas, 'hoja')} {copias > 1 && 'c/u'} ·{' '}
          {lados === 2 ? `dos caras, borde ${borde}` : 'una cara'}
        </p>
        {seleccion.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p className={styles.marcas}>
          <span className={color ? styles.color : styles.ink}>{color ? 'color' : 'b/n'}</span>
          <span className={styles.ink}>{anillado ? 'Anillar' : 'Suelto'}</span>
          {anillado && archivos.length > 1 && <small>{archivos.join(' + ')}</small>}
        </p>
      </div>
      {isKnown && (
        <div className={styles.estado}>
          <span role="status">
            <ImpresionChip impresion={impresion} />
          </span>
          {impresion && <Donde impresion={impresion} />}
        </div>
      )}
      <div className={styles.buttons}>
        {isKnown && <Acciones {...props} />}
        {pdf && <Documento {...{ pdf, pdfs }} />}
      </div>
    </li>
  )
}

/** Where it is printed, what its printer says of it, and why it is printed again. */
const Donde = ({ impresion }: { impresion: Impresion }) => (
  <>
    <small>{impresion.impresora.nombre}</small>
    {impresion.mensaje && !waitsForAnswer(impresion) && <b>{impresion.mensaje}</b>}
    {impresion.motivo && <small>Reimpresión: {impresion.motivo}</small>}
  </>
)

/** Its print-ready PDF, to be saved or looked at. */
function Documento({ pdf, pdfs }: { pdf: Pdf; pdfs: Pdfs }) {
  const isBusy = pdfs.busy.includes(pdf.key)
  return (
    <>
      <BusyButton
        size="medium"
        icon={Download}
        isBusy={isBusy}
        busyText="Preparando…"
        about={` de ${pdf.titulo}`}
        onClick={() => void pdfs.save(pdf)}
      >
        PDF
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
    </>
  )
}

/** What can be done with one work as it is. Doubts are answered above, in their own box. */
function Acciones({ pedido: { pedido_id }, trabajo, impresion, isPrinter, impresoras }: Props) {
  const [open, setOpen] = useState<'imprimir' | 'mover' | 'reimprimir' | null>(null)
  const { mutate, isPending } = useAccion()
  const { id: trabajo_id, nombre } = trabajo
  const close = () => setOpen(null)
  const about = ` «${nombre}»`
  const estado = impresion?.estado ?? 'cancelada'
  const isQueued = estado === 'en_cola' && !impresion?.consultar
  if (impresion && isPregunta(impresion)) return null
  return (
    <>
      {isPrinter && estado === 'cancelada' && (
        <Button size="medium" onClick={() => setOpen('imprimir')}>
          Imprimir<span className="visually-hidden">{about}</span>
        </Button>
      )}
      {isPrinter && estado === 'impresa' && (
        <Button size="medium" onClick={() => setOpen('reimprimir')}>
          Reimprimir<span className="visually-hidden">{about}</span>
        </Button>
      )}
      {isQueued && (
        <Button size="medium" onClick={() => setOpen('mover')}>
          Pasar a otra<span className="visually-hidden"> impresora{about}</span>
        </Button>
      )}
      {impresion && (isQueued || estado === 'imprimiendo') && (
        <BusyButton
          size="medium"
          isBusy={isPending}
          busyText="Cancelando…"
          about={` la impresión de${about}`}
          onClick={() =>
            mutate({
              run: () => cancelar(impresion.id),
              done: isQueued
                ? `«${nombre}» no se imprime.`
                : `Se le pidió a ${impresion.impresora.nombre} que pare.`,
              pedido_id,
            })
          }
        >
          Cancelar
        </BusyButton>
      )}
      {open === 'reimprimir' && (
        <MotivoDialog pedido_id={pedido_id} trabajo={trabajo_id} nombre={nombre} onClose={close} />
      )}
      {open === 'imprimir' && (
        <ImpresoraDialog
          title={`Imprimir «${nombre}» en…`}
          fichas={[trabajo]}
          impresoras={impresoras}
          isBusy={isPending}
          onClose={close}
          onChoose={({ id, nombre: where }) =>
            mutate(
              {
                run: () => imprimir(pedido_id, { trabajos: [trabajo_id], impresora: id }),
                done: `«${nombre}» va a ${where}.`,
                pedido_id,
              },
              { onSettled: close },
            )
          }
        />
      )}
      {open === 'mover' && impresion && (
        <ImpresoraDialog
          title={`Pasar «${nombre}» a…`}
          fichas={[trabajo]}
          impresoras={impresoras}
          actual={impresion.impresora.id}
          isBusy={isPending}
          onClose={close}
          onChoose={({ id, nombre: where }) =>
            mutate(
              { run: () => mover(impresion.id, id), done: `«${nombre}» pasa a ${where}.`, pedido_id },
              { onSettled: close },
            )
          }
        />
      )}
    </>
  )
}

/** The first page of the work's first file: a name is in an order once. */
function thumbnailOf(
  { pedido_id, archivos, archivos_guardados, miniaturas }: PedidoMostrador,
  nombre: string | undefined,
) {
  const n = archivos.findIndex((archivo) => archivo.nombre === nombre) + 1
  if (!archivos_guardados || n === 0) return null
  return `/api/pedidos/${encodeURIComponent(pedido_id)}/archivos/${n}/miniatura.webp?ancho=200&firma=${miniaturas}`
}
