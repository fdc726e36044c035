import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { IMPRESION_VIVA, waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { impresionesAnswer } from './respuesta.ts'

/**
 * Checked before a customer is told to come: no work of the order is at a printer, waits for one, or is
 * doubtful. Works that were never sent to a printer of ours (downloaded, printed by hand) do not count.
 * @throws 409
 */
export async function needImpreso(tx: Tx, { now }: Pick<Deps, 'now'>, pedido_id: string): Promise<void> {
  const vivas = (await impresionesAnswer({ db: tx, now }, { pedido_id })).filter(({ estado }) =>
    IMPRESION_VIVA.includes(estado),
  )
  if (vivas.length === 0) return
  const asked = vivas.filter(waitsForAnswer)
  throw refuse(
    409,
    asked.length > 0
      ? `Falta resolver ${count(asked.length, 'trabajo')}: mirá la bandeja y contestá en el pedido.`
      : `Falta imprimir ${count(vivas.length, 'trabajo')}: esperá que salga o cancelá su impresión.`,
  )
}
