import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import {
  ESTANTE_MAX,
  estanteProblem,
  NOMBRE_RETIRO_MAX,
  nombreRetiroProblem,
} from '@imprimitodo/shared/rules/compra/retiro'
import { Flag } from 'lucide-react'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { TextButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field, FieldError } from '../../../ui/form/field.tsx'
import { Notice } from '../../../ui/notice/notice.tsx'
import { BusyButton } from '../../busy-button.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useTomado } from '../../take.tsx'
import styles from './ficha.module.css'
import { useFicha } from './use-ficha.ts'

/**
 * The facts of an order that every clerk needs, in one line: its name, shelf, priority, the clerk who has it
 * in hand, and its pickup code. For a closed order they can only be read.
 */
export function FichaDePedido({
  pedido,
  estante,
  onEstante,
}: {
  pedido: PedidoMostrador
  /** The typed shelf, which «Marcar listo» sends along; null: nothing was typed. */
  estante: string | null
  onEstante: (estante: string | null) => void
}) {
  const held = useTomado(pedido)
  const isOpen = isEnTablero(pedido.estado)
  return (
    <section className={styles.ficha} aria-label="Datos del pedido">
      <Nombre pedido={pedido} isOpen={isOpen} />
      <Estante pedido={pedido} isOpen={isOpen} estante={estante} onEstante={onEstante} />
      <Prioridad pedido={pedido} isOpen={isOpen} />
      <div>
        <span>Lo tiene</span>
        <p>
          <b>{held ? (held.isMine ? 'Vos' : held.text.replace(/^Lo tiene /, '')) : 'Nadie'}</b>
        </p>
      </div>
      <div>
        <span>Código de retiro</span>
        <p>
          <code>{pedido.codigo_retiro}</code>
        </p>
      </div>
    </section>
  )
}

function Nombre({ pedido, isOpen }: { pedido: PedidoMostrador; isOpen: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <div>
      <span>Nombre para el retiro</span>
      <p>
        <b>{pedido.nombre ?? '—'}</b>
        {isOpen && (
          <TextButton onClick={() => setAsking(true)}>
            Cambiar<span className="visually-hidden"> el nombre</span>
          </TextButton>
        )}
      </p>
      {isAsking && <NombreDialog pedido={pedido} onClose={() => setAsking(false)} />}
    </div>
  )
}

function NombreDialog({ pedido, onClose }: { pedido: PedidoMostrador; onClose: () => void }) {
  const [nombre, setNombre] = useState(pedido.nombre_retiro ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useFicha(pedido, setProblem)
  function send() {
    const why = nombreRetiroProblem(nombre)
    setWrong(why)
    setProblem(null)
    if (!why) mutate({ nombre: nombre.trim() }, { onSuccess: ({ ok }) => ok && onClose() })
  }
  return (
    <FormDialog
      title={`¿A nombre de quién se retira el ${pedido.numero}?`}
      action="Guardar"
      busyText="Guardando…"
      isBusy={isPending}
      problems={wrong}
      onSubmit={send}
      onClose={onClose}
    >
      <Field
        label="Nombre"
        hint="Sin nombre se usa el de la cuenta; si no tiene, el final del celular."
        maxLength={NOMBRE_RETIRO_MAX}
        autoComplete="off"
        value={nombre}
        error={wrong}
        onChange={({ target }) => setNombre(target.value)}
      />
      {problem && <Notice tone="error">No se guardó: {problem}</Notice>}
    </FormDialog>
  )
}

/** A visible field while there is no shelf, so that marking the order ready needs no extra click. */
function Estante({
  pedido,
  isOpen,
  estante,
  onEstante,
}: {
  pedido: PedidoMostrador
  isOpen: boolean
  estante: string | null
  onEstante: (estante: string | null) => void
}) {
  // A colleague's entry arrives in the field until something is typed there
  const shown = estante ?? pedido.estante ?? ''
  const [isEditing, setEditing] = useState(false)
  // A colleague's entry must not remove the field meanwhile
  const [isWithin, setWithin] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const { mutate, isPending } = useFicha(pedido)
  const field = useId()
  const { input, button, isInside } = useEditadoEnSuLugar(isEditing || isWithin)
  const isAsked = pedido.estado === 'listo' && !pedido.estante
  function send(event: FormEvent) {
    event.preventDefault()
    const why = estanteProblem(shown)
    setWrong(why)
    if (why || isPending) return
    mutate(
      { estante: shown },
      {
        onSuccess: ({ ok }) => {
          if (!ok) return
          onEstante(null)
          setEditing(false)
          setWithin(false)
        },
      },
    )
  }
  if (pedido.estante && !isEditing && !isWithin)
    return (
      <div>
        <span>Estante</span>
        <p>
          <b className={styles.estante}>{pedido.estante}</b>
          {isOpen && (
            <TextButton ref={button} onClick={() => setEditing(true)}>
              Cambiar<span className="visually-hidden"> el estante</span>
            </TextButton>
          )}
        </p>
      </div>
    )
  return (
    <div className={cx(isAsked && styles.asked)}>
      <label htmlFor={field}>{isAsked ? '¿En qué estante quedó?' : 'Estante'}</label>
      {isOpen ? (
        <form
          onSubmit={send}
          onFocus={() => {
            isInside.current = true
            setWithin(true)
          }}
          onBlur={({ currentTarget, relatedTarget }) => {
            isInside.current = currentTarget.contains(relatedTarget)
            setWithin(isInside.current)
          }}
          noValidate
        >
          <input
            ref={input}
            id={field}
            className={styles.input}
            maxLength={ESTANTE_MAX}
            autoComplete="off"
            placeholder="B3"
            value={shown}
            aria-invalid={wrong ? true : undefined}
            onChange={({ target }) => onEstante(target.value)}
          />
          <BusyButton
            size="medium"
            type="submit"
            className={styles.small}
            isBusy={isPending}
            busyText="Guardando…"
            about=" el estante"
          >
            Guardar
          </BusyButton>
        </form>
      ) : (
        <p>—</p>
      )}
      {wrong && <FieldError>{wrong}</FieldError>}
    </div>
  )
}

/**
 * The focus goes from the button to the field that takes its place, and back. `isInside`: the focus is in the
 * field's form, or went with it. A focus that left is not called back: while it moves on, none is set, as if lost.
 */
function useEditadoEnSuLugar(isEditing: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && (isEditing || isInside.current)) (input.current ?? button.current)?.focus()
  }, [isEditing])
  return { input, button, isInside }
}

function Prioridad({ pedido, isOpen }: { pedido: PedidoMostrador; isOpen: boolean }) {
  const { mutate, isPending } = useFicha(pedido)
  const label = useId()
  const set = (urgente: boolean) => !isPending && urgente !== pedido.urgente && mutate({ urgente })
  return (
    <div>
      <span id={label}>Prioridad</span>
      {isOpen ? (
        // biome-ignore lint/a11y/useSemanticElements: two buttons, not fields of a form
        <div className={styles.prioridad} role="group" aria-labelledby={label}>
          <button type="button" aria-pressed={!pedido.urgente} onClick={() => set(false)}>
            Normal
          </button>
          <button type="button" aria-pressed={pedido.urgente} onClick={() => set(true)}>
            <Flag size={15} strokeWidth={2.4} aria-hidden />
            Urgente
          </button>
        </div>
      ) : (
        <p>
          <b>{pedido.urgente ? 'Urgente' : 'Normal'}</b>
        </p>
      )}
    </div>
  )
}
