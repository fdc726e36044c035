import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ImpresoraDialog } from './impresora-dialog.tsx'
import { askToMove, useAccion } from './queries.ts'

/** The works that wait for that printer and may move to another, since they have not begun; moved, they are asked about no more. */
export const colaDeImpresora = (vivas: readonly Impresion[], impresora: number): Impresion[] =>
  vivas.filter((one) => one.impresora.id === impresora && one.estado === 'en_cola' && one.pedido_id !== null)

/**
 * Moves all works that wait for a printer to another one, one by one: those that have begun meanwhile stay.
 */
export function MoveAllDialog({
  de,
  cola,
  impresoras,
  pedido_id,
  onClose,
}: {
  de: { id: number; nombre: string }
  cola: Impresion[]
  /** The printers of its branch. */
  impresoras: readonly Impresora[]
  /** The order, where all works are of one. */
  pedido_id?: string
  onClose: () => void
}) {
  const { mutate, isPending } = useAccion()
  if (cola.length === 0)
    return (
      <Dialog
        title={`Nada para pasar de ${de.nombre}`}
        onClose={onClose}
        actions={<Button onClick={onClose}>Entendido</Button>}
      >
        <p>Lo que espera ya empezó a salir: sigue en {de.nombre} cuando vuelva a andar.</p>
      </Dialog>
    )
  return (
    <ImpresoraDialog
      title={`Pasar ${count(cola.length, 'trabajo')} de ${de.nombre} a…`}
      fichas={cola}
      impresoras={impresoras}
      actual={de.id}
      isBusy={isPending}
      onClose={onClose}
      onChoose={({ id, nombre }) =>
        mutate(
          {
            run: () => moveAll(cola, id),
            done: `${count(cola.length, 'trabajo pasa', 'trabajos pasan')} a ${nombre}.`,
            pedido_id,
          },
          { onSettled: onClose },
        )
      }
    />
  )
}

/** @returns the answer of the first refusal, else the last answer */
export async function moveAll([first, ...rest]: Impresion[], to: number) {
  if (!first) throw new Error('Nothing to move.')
  let answer = await askToMove(first.id, to)
  for (const { id } of rest) {
    const next = await askToMove(id, to)
    if (answer.ok) answer = next
  }
  return answer
}
