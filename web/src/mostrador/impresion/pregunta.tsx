import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { isVieja } from '@imprimitodo/shared/rules/taller/impresion'
import { useId, useState } from 'react'
import { BusyButton } from '../busy-button.tsx'
import { ageText, whenText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import styles from './impresion.module.css'
import { ImpresoraDialog } from './impresora-dialog.tsx'
import { answerImpresion, askToCancel, askToConfirm, askToMove, useAccion, useImpresoras } from './queries.ts'
import { DesdePagina, ReprintMissing } from './reprint-part.tsx'
import { contadasText, isMovible, preguntaText, viejaText } from './textos.ts'

/** Questions for the clerk at the printer's tray: one box for each doubt, above all else on the order. */
export function Pregunta({ impresion }: { impresion: Impresion }) {
  return isVieja(impresion) ? <Vieja impresion={impresion} /> : <Duda impresion={impresion} />
}

function Duda({ impresion }: { impresion: Impresion }) {
  const { id, pedido_id, nombre, mensaje, impresora, sin_noticias } = impresion
  const heading = useId()
  const now = useNow()
  const [open, setOpen] = useState<'pagina' | 'copias' | 'mover' | null>(null)
  const close = () => setOpen(null)
  const { mutate, isPending } = useAccion()
  const say = (respuesta: 'salio_bien' | 'reimprimir' | 'cancelar', done: string) =>
    mutate({ run: () => answerImpresion(id, { respuesta }), done, pedido_id })
  const why = sin_noticias
    ? `Sin noticias del agente desde ${whenText(sin_noticias, now)}.`
    : mensaje && `${mensaje.replace(/[.\s]+$/, '')}.`
  return (
    <section className={styles.pregunta} aria-labelledby={heading}>
      <h2 id={heading}>{preguntaText(impresion)}</h2>
      <p>
        {impresora.nombre}. {why} <b>{contadasText(impresion)}</b> Mirá la bandeja y decidí; nada se reimprime
        solo.
      </p>
      <div className={styles.respuestas}>
        <BusyButton
          size="medium"
          isBusy={isPending}
          onClick={() => say('salio_bien', `«${nombre}» queda como impreso.`)}
        >
          Salió entero
        </BusyButton>
        <BusyButton
          size="medium"
          isBusy={isPending}
          onClick={() => say('reimprimir', `«${nombre}» va de nuevo a ${impresora.nombre}.`)}
        >
          Reimprimir todo
        </BusyButton>
        {impresion.paginas > 1 && (
          <BusyButton size="medium" isBusy={isPending} onClick={() => setOpen('pagina')}>
            Reimprimir desde la página…
          </BusyButton>
        )}
        {impresion.copias > 1 && (
          <BusyButton size="medium" isBusy={isPending} onClick={() => setOpen('copias')}>
            Reimprimir las copias que faltan…
          </BusyButton>
        )}
        {isMovible(impresion) && (
          <BusyButton size="medium" isBusy={isPending} onClick={() => setOpen('mover')}>
            Pasar a otra impresora…
          </BusyButton>
        )}
        <BusyButton
          size="medium"
          isBusy={isPending}
          onClick={() => say('cancelar', `«${nombre}» no se imprime.`)}
        >
          No imprimir
        </BusyButton>
      </div>
      {open === 'mover' && <MoveOn impresion={impresion} onClose={close} />}
      {open === 'pagina' && <DesdePagina impresion={impresion} onClose={close} />}
      {open === 'copias' && <ReprintMissing impresion={impresion} onClose={close} />}
    </section>
  )
}

function MoveOn({ impresion, onClose }: { impresion: Impresion; onClose: () => void }) {
  const { id, pedido_id, nombre, impresora } = impresion
  const all = useImpresoras().data?.impresoras ?? []
  const { mutate, isPending } = useAccion()
  const sucursal = all.find((one) => one.id === impresora.id)?.sucursal
  return (
    <ImpresoraDialog
      title={`Pasar «${nombre}» a…`}
      fichas={[impresion]}
      impresoras={all.filter((one) => one.sucursal === sucursal)}
      actual={impresora.id}
      isBusy={isPending}
      onClose={onClose}
      onChoose={({ id: to, nombre: where }) =>
        mutate(
          { run: () => askToMove(id, to), done: `«${nombre}» pasa a ${where}.`, pedido_id },
          { onSettled: onClose },
        )
      }
    />
  )
}

/**
 * A printer that was off over night must not print yesterday's works without a clerk's confirmation. One that has no
 * such paper any more cannot print it at all.
 */
function Vieja({ impresion }: { impresion: Impresion }) {
  const { id, pedido_id, nombre, impresora, pedida, papel_perdido } = impresion
  const [isMoving, setMoving] = useState(false)
  const heading = useId()
  const now = useNow()
  const { mutate, isPending } = useAccion()
  return (
    <section className={styles.pregunta} aria-labelledby={heading}>
      <h2 id={heading}>{viejaText(impresion)}</h2>
      <p>
        «{nombre}» se mandó a {impresora.nombre} {ageText(pedida, now)} y todavía no salió.
      </p>
      <div className={styles.respuestas}>
        {!papel_perdido && (
          <BusyButton
            size="medium"
            isBusy={isPending}
            onClick={() =>
              mutate({ run: () => askToConfirm(id), done: `«${nombre}» vuelve a la cola.`, pedido_id })
            }
          >
            Imprimir ahora
          </BusyButton>
        )}
        {pedido_id && (
          <BusyButton size="medium" isBusy={isPending} onClick={() => setMoving(true)}>
            Pasar a otra impresora…
          </BusyButton>
        )}
        <BusyButton
          size="medium"
          isBusy={isPending}
          onClick={() =>
            mutate({ run: () => askToCancel(id), done: `«${nombre}» no se imprime.`, pedido_id })
          }
        >
          No imprimir
        </BusyButton>
      </div>
      {isMoving && <MoveOn impresion={impresion} onClose={() => setMoving(false)} />}
    </section>
  )
}
