import { useState } from 'react'
import { Notice } from '../../ui/notice/notice.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { MotivoFields, motivoProblem, motivoText, SIN_MOTIVO } from '../motivo.tsx'
import { askToPrint, useAccion } from './queries.ts'

const MOTIVOS = [
  'Salió con rayas o manchas',
  'Papel trabado o arrugado',
  'Faltaron hojas',
  'Salió con otro color o faz',
  'Se anilló mal',
]

/** Prints a work again that came out already, with the reason, which stays in the order's history. */
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
  const [motivo, setMotivo] = useState(SIN_MOTIVO)
  const [problem, setProblem] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const { mutate, isPending } = useAccion(setRefused)

  function send() {
    const text = motivoText(motivo)
    const wrong = motivoProblem(motivo) ?? (text.length < 3 ? 'Contalo en una línea.' : null)
    setProblem(wrong)
    if (wrong) return
    setRefused(null)
    mutate(
      {
        run: () => askToPrint(pedido_id, { trabajos: [trabajo], motivo: text }),
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
      problems={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <MotivoFields
        legend="¿Por qué? Queda en la historia del pedido."
        usuales={MOTIVOS}
        motivo={motivo}
        error={problem}
        maxLength={200}
        onChange={(next) => {
          setMotivo(next)
          setProblem(null)
        }}
      />
      {refused && <Notice tone="error">{refused}</Notice>}
    </FormDialog>
  )
}
