import type { ArrepentimientoFila } from '@imprimitodo/shared/api/arrepentimiento'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import styles from '../layout/lista.module.css'
import { tellRefusal, wordsOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'

/** A text on how it was attended, which is stored with the clerk's name. */
export function Attend({ fila: { id, codigo } }: { fila: ArrepentimientoFila }) {
  const [isOpen, setOpen] = useState(false)
  const [nota, setNota] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      ask('POST /api/mostrador/arrepentimientos/:id/atender', { params: { id }, body: { nota } }),
    onSuccess: (answer) => {
      if (answer.codigo === 'datos') return setProblem(wordsOf(answer))
      if (answer.ok) {
        showToast(`Atendido: ${codigo}`)
        document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
      } else tellRefusal(answer, 'No se pudo guardar. Probá de nuevo.')
      void cache.invalidateQueries({ queryKey: ['arrepentimientos'] })
    },
    onError: () => {
      setProblem(sinRespuesta('se guardó'))
      void cache.invalidateQueries({ queryKey: ['arrepentimientos'] })
    },
  })
  if (!isOpen)
    return (
      <Button size="medium" onClick={() => setOpen(true)}>
        <span>
          Marcar atendido<span className="visually-hidden"> ({codigo})</span>
        </span>
      </Button>
    )
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!nota.trim()) setProblem('Escribí qué se hizo.')
        else if (!isPending) mutate()
      }}
    >
      <TextAreaField
        label="Qué se hizo"
        hint="Por ejemplo: «Le devolvimos todo y le avisamos por mail»."
        rows={2}
        maxLength={500}
        autoFocus
        value={nota}
        error={problem}
        onChange={({ target }) => {
          setProblem(null)
          setNota(target.value)
        }}
      />
      <BusyButton type="submit" size="medium" variant="primary" isBusy={isPending} busyText="Guardando…">
        Guardar
      </BusyButton>
    </form>
  )
}
