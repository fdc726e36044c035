import { useId, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { imprimir, useAccion } from './datos.ts'
import styles from './impresion.module.css'

const MOTIVOS = [
  'Salió con rayas o manchas',
  'Papel trabado o arrugado',
  'Faltaron hojas',
  'Salió con otro color o faz',
  'Se anilló mal',
]
const OTRO = 'otro'

/** A work that came out already: once more, with the reason, which stays in the order's history. */
export function MotivoDialog({
  pedido_id,
  trabajo,
  nombre,
  onClose,
}: {
  pedido_id: string
  trabajo: number
  nombre: string
  onClose: () => void
}) {
  const group = useId()
  const text = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [otro, setOtro] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const { mutate, isPending } = useAccion(setRefused)

  function send() {
    const motivo = chosen === OTRO ? otro.trim() : chosen
    if (!motivo || motivo.length < 3) {
      setProblem(chosen === OTRO ? 'Escribí el motivo.' : 'Elegí un motivo.')
      return text.current?.focus()
    }
    setProblem(null)
    setRefused(null)
    mutate(
      {
        run: () => imprimir(pedido_id, { trabajos: [trabajo], motivo }),
        done: `«${nombre}» se imprime de nuevo.`,
        pedido_id,
      },
      { onSuccess: ({ ok }) => ok && onClose() },
    )
  }

  return (
    <FormDialog
      title={`Reimprimir «${nombre}»`}
      action="Reimprimir"
      busyText="Mandando…"
      isBusy={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <fieldset className={styles.motivos}>
        <legend>¿Por qué? Queda en la historia del pedido.</legend>
        {[...MOTIVOS, OTRO].map((motivo) => (
          <label key={motivo}>
            <input
              type="radio"
              name={group}
              checked={chosen === motivo}
              onChange={() => {
                setChosen(motivo)
                setProblem(null)
              }}
            />
            {motivo === OTRO ? 'Otro motivo' : motivo}
          </label>
        ))}
      </fieldset>
      {chosen === OTRO && (
        <Field
          ref={text}
          label="Motivo"
          maxLength={200}
          autoComplete="off"
          value={otro}
          error={problem}
          onChange={({ target }) => setOtro(target.value)}
        />
      )}
      {chosen !== OTRO && problem && (
        <p className={styles.problema} role="alert">
          {problem}
        </p>
      )}
      {refused && <Notice tone="error">{refused}</Notice>}
    </FormDialog>
  )
}
