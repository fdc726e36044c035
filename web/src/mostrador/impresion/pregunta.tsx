import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { BusyButton } from '../busy-button.tsx'
import { ageText, whenText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import { cancelar, confirmar, responder, useAccion } from './datos.ts'
import styles from './impresion.module.css'
import { contadasText, isVieja, paginaParaSeguir, preguntaText } from './textos.ts'

/** What only the person at the tray knows: one box for each doubt, above all else on the order. */
export function Pregunta({ impresion }: { impresion: Impresion }) {
  return isVieja(impresion) ? <Vieja impresion={impresion} /> : <Duda impresion={impresion} />
}

function Duda({ impresion }: { impresion: Impresion }) {
  const { id, pedido_id, nombre, mensaje, impresora, sin_noticias } = impresion
  const heading = useId()
  const now = useNow()
  const [isAskingPage, setAskingPage] = useState(false)
  const { mutate, isPending } = useAccion()
  const say = (respuesta: 'salio_bien' | 'reimprimir' | 'cancelar', done: string) =>
    mutate({ run: () => responder(id, { respuesta }), done, pedido_id })
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
          busyText="Salió bien"
          onClick={() => say('salio_bien', `«${nombre}» queda como impreso.`)}
        >
          Salió bien
        </BusyButton>
        <BusyButton
          size="medium"
          isBusy={isPending}
          busyText="Reimprimir todo"
          onClick={() => say('reimprimir', `«${nombre}» va de nuevo a ${impresora.nombre}.`)}
        >
          Reimprimir todo
        </BusyButton>
        {impresion.paginas > 1 && (
          <BusyButton
            size="medium"
            isBusy={isPending}
            busyText="Reimprimir desde la página…"
            onClick={() => setAskingPage(true)}
          >
            Reimprimir desde la página…
          </BusyButton>
        )}
        <BusyButton
          size="medium"
          isBusy={isPending}
          busyText="No imprimir"
          onClick={() => say('cancelar', `«${nombre}» no se imprime.`)}
        >
          No imprimir
        </BusyButton>
      </div>
      {isAskingPage && <DesdePagina impresion={impresion} onClose={() => setAskingPage(false)} />}
    </section>
  )
}

function DesdePagina({ impresion, onClose }: { impresion: Impresion; onClose: () => void }) {
  const { id, pedido_id, nombre, paginas, copias, lados, impresora } = impresion
  const form = useId()
  const [desde, setDesde] = useState(String(paginaParaSeguir(impresion) ?? ''))
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useAccion()
  function send(event: FormEvent) {
    event.preventDefault()
    const page = /^\d+$/.test(desde.trim()) ? Number(desde) : 0
    if (page < 1 || page > paginas) return setProblem(`Escribí una página de 1 a ${paginas}.`)
    setProblem(null)
    if (isPending) return
    mutate(
      {
        run: () => responder(id, { respuesta: 'reimprimir_desde', desde: page }),
        done: `«${nombre}» va de nuevo a ${impresora.nombre}, desde la página ${page}.`,
        pedido_id,
      },
      { onSuccess: ({ ok }) => ok && onClose() },
    )
  }
  return (
    <Dialog
      title={`Reimprimir «${nombre}» desde…`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No, volver</Button>
          <BusyButton variant="primary" type="submit" form={form} isBusy={isPending} busyText="Mandando…">
            Reimprimir
          </BusyButton>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={send} noValidate>
        <p>{contadasText(impresion)}</p>
        <Field
          label="Página"
          inputMode="numeric"
          autoComplete="off"
          value={desde}
          error={problem}
          hint={[
            `Tiene ${paginas} páginas.`,
            lados === 2 && 'Se empieza por el frente de su hoja.',
            copias > 1 && `Salen otra vez las ${copias} copias desde ahí.`,
          ]
            .filter(Boolean)
            .join(' ')}
          onChange={({ target }) => setDesde(target.value)}
        />
      </form>
    </Dialog>
  )
}

/** Whoever left the printer off over night does not want yesterday on the floor without being asked. */
function Vieja({ impresion }: { impresion: Impresion }) {
  const { id, pedido_id, nombre, impresora, pedida } = impresion
  const heading = useId()
  const now = useNow()
  const { mutate, isPending } = useAccion()
  return (
    <section className={styles.pregunta} aria-labelledby={heading}>
      <h2 id={heading}>Esperó muchas horas: ¿imprimir ahora?</h2>
      <p>
        «{nombre}» se mandó a {impresora.nombre} {ageText(pedida, now)} y todavía no salió.
      </p>
      <div className={styles.respuestas}>
        <BusyButton
          size="medium"
          isBusy={isPending}
          busyText="Imprimir ahora"
          onClick={() =>
            mutate({ run: () => confirmar(id), done: `«${nombre}» vuelve a la cola.`, pedido_id })
          }
        >
          Imprimir ahora
        </BusyButton>
        <BusyButton
          size="medium"
          isBusy={isPending}
          busyText="No imprimir"
          onClick={() => mutate({ run: () => cancelar(id), done: `«${nombre}» no se imprime.`, pedido_id })}
        >
          No imprimir
        </BusyButton>
      </div>
    </section>
  )
}
