import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isPregunta, waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import { nombreOfTrabajo } from '@imprimitodo/shared/rules/taller/trabajo'
import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { BusyButton } from '../../busy-button.tsx'
import { ImpresionChip } from '../../impresion/impresion-chip.tsx'
import { ImpresoraDialog } from '../../impresion/impresora-dialog.tsx'
import { MotivoDialog } from '../../impresion/motivo-dialog.tsx'
import { askToCancel, askToMove, askToPrint, useAccion } from '../../impresion/queries.ts'
import { isToMake } from '../../pasos.ts'
import { useFicha } from '../ficha/use-ficha.ts'
import styles from './trabajo.module.css'
import type { Pdf, Pdfs } from './use-pdfs.ts'

type Trabajo = PedidoMostrador['trabajos'][number]

type Props = {
  pedido: PedidoMostrador
  trabajo: Trabajo
  /** The newest one of this work. */
  impresion: Impresion | undefined
  /** Whether it may be sent to a printer. */
  isPrinter: boolean
  isKnown: boolean
  /** Its volume has several works: it is shown with its name. */
  isOneOfSeveral: boolean
  impresoras: Impresora[]
}

/** One work of a volume: its progress and its actions. */
export function TrabajoItem({ pdf, pdfs, ...props }: Props & { pdf: Pdf | null; pdfs: Pdfs }) {
  const { trabajo, impresion, isKnown, isOneOfSeveral } = props
  const { nombre, tomo, lados, borde, color } = trabajo
  const isDoubt = impresion !== undefined && waitsForAnswer(impresion)
  return (
    <li className={cx(styles.item, isDoubt && styles.duda)}>
      <p className={styles.info}>
        {isOneOfSeveral && <b>{tomo ? `Tomo ${tomo}` : nombre}</b>}
        <span className={color ? styles.color : styles.ink}>{color ? 'color' : 'b/n'}</span>
        <span>{lados === 2 ? `dos caras, borde ${borde}` : 'una cara'}</span>
      </p>
      {isKnown && (
        <div className={styles.estado}>
          <span role="status">
            <ImpresionChip impresion={impresion} />
          </span>
          {impresion && <Donde impresion={impresion} />}
        </div>
      )}
      <div className={styles.buttons}>
        <ParteLista {...props} />
        {isKnown && <Acciones {...props} />}
        {pdf && <Documento pdf={pdf} pdfs={pdfs} />}
      </div>
    </li>
  )
}

/** For an order of several works: marks that this one is on its shelf already, while the others are made. */
function ParteLista({ pedido, trabajo }: Props) {
  const { id } = trabajo
  const { mutate, isPending } = useFicha(pedido)
  const { estado, trabajos, partes_listas } = pedido
  if (trabajos.length < 2 || !isToMake(estado)) return null
  return (
    <label className={styles.parte}>
      <input
        type="checkbox"
        checked={partes_listas.includes(id)}
        aria-busy={isPending}
        onChange={({ target }) => {
          if (!isPending) mutate({ parte: { trabajo: id, lista: target.checked } })
        }}
      />
      <span>
        Ya está<span className="visually-hidden"> lista la parte «{nombreOfTrabajo(trabajo)}»</span>
      </span>
    </label>
  )
}

/** Its printer, the printer's message, and why it is printed again. */
const Donde = ({ impresion }: { impresion: Impresion }) => (
  <>
    <small>{impresion.impresora.nombre}</small>
    {impresion.mensaje && !waitsForAnswer(impresion) && <b>{impresion.mensaje}</b>}
    {impresion.motivo && <small>Reimpresión: {impresion.motivo}</small>}
  </>
)

/** Its print-ready PDF, to be saved or opened. */
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
        about={` ${pdf.titulo} en otra pestaña`}
        onClick={() => void pdfs.view(pdf)}
      >
        Ver
      </BusyButton>
    </>
  )
}

/** The actions of one work in its present state. Doubts are answered above, in their own box. */
function Acciones({ pedido: { pedido_id }, trabajo, impresion, isPrinter, impresoras }: Props) {
  const [open, setOpen] = useState<'imprimir' | 'mover' | 'reimprimir' | null>(null)
  const { mutate, isPending } = useAccion()
  const { id: trabajo_id } = trabajo
  const nombre = nombreOfTrabajo(trabajo)
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
              run: () => askToCancel(impresion.id),
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
                run: () => askToPrint(pedido_id, { trabajos: [trabajo_id], impresora: id }),
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
              { run: () => askToMove(impresion.id, id), done: `«${nombre}» pasa a ${where}.`, pedido_id },
              { onSettled: close },
            )
          }
        />
      )}
    </>
  )
}
