// Works that were on their way to a printer when a file of their order was lost, once the file is there
// again.
import { IMPRESION_VIVA } from '@imprimitodo/shared/rules/taller/impresion'
import type { Trabajo } from '@imprimitodo/shared/rules/taller/trabajo'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Linea } from '../../compra/archivos/service.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { trabajosDe } from '../trabajos/service.ts'
import { queueImpresiones } from './enqueue.ts'
import { tellImpresion } from './resolve.ts'
import { type ImpresionRow, impresionesOf, updateImpresion } from './store.ts'

/** Whether it stopped before its document was made. */
const isUnmade = ({ estado, sha256 }: ImpresionRow): boolean => estado === 'detenida' && sha256 === null

/** The same bytes are there again: works that stopped for lack of them go on. */
export async function resumeDetenidas(
  tx: Tx,
  deps: Pick<Deps, 'events' | 'jobs'>,
  { id }: Pedido,
): Promise<void> {
  for (const impresion of await impresionesOf(tx, id)) {
    if (!isUnmade(impresion)) continue
    await updateImpresion(tx, impresion.id, { estado: 'en_cola', mensaje: null })
    await deps.jobs.send(tx, 'preparar_impresion', { id: impresion.id })
    await tellImpresion(tx, deps, impresion.id)
  }
}

/**
 * Other bytes take the place of a file: its works that are not on paper yet are made anew, for the same printer.
 * @param change names the new bytes. @throws 409 where a work of it is at a printer, or its works are others now
 */
export async function redoImpresiones(
  tx: Tx,
  deps: Pick<Deps, 'events' | 'jobs' | 'now'>,
  by: {
    pedido: Pedido
    before: Linea[]
    after: Linea[]
    posicion: number
    quien: string
    change: () => Promise<void>
  },
): Promise<void> {
  const { pedido, posicion, quien } = by
  const all = (await impresionesOf(tx, pedido.id)).filter(({ estado }) => estado !== 'cancelada')
  const [were, are] = [trabajosDe(pedido, by.before), trabajosDe(pedido, by.after)]
  if (all.length > 0 && were.length !== are.length)
    throw refuse(409, 'Con ese archivo cambian los tomos, y una parte ya se mandó a imprimir: pedí otro.')
  const index = by.before.findIndex(({ archivo }) => archivo.posicion === posicion)
  const isOf = ({ tramos }: Trabajo) => tramos.some(({ archivo }) => archivo === index)
  const own = were.filter(isOf).map(({ id }) => id)
  const live = all.filter(({ trabajo, estado }) => own.includes(trabajo) && IMPRESION_VIVA.includes(estado))
  const busy = live.find((one) => !isUnmade(one) && one.estado !== 'en_cola')
  if (busy)
    throw refuse(409, `«${busy.nombre}» está en la impresora: terminalo o cancelalo antes de aceptar.`)
  await by.change()
  for (const impresion of live) {
    await updateImpresion(tx, impresion.id, {
      estado: 'cancelada',
      cancelar: true,
      terminada: deps.now(),
      resuelta_por: quien,
    })
    const trabajo = are.find(({ id }) => id === impresion.trabajo)
    if (!trabajo) continue
    const before = await impresionesOf(tx, pedido.id)
    const { impresora_id: impresora, motivo } = impresion
    await queueImpresiones(
      tx,
      deps,
      pedido,
      trabajo,
      before,
      { impresora, motivo: motivo ?? undefined },
      quien,
    )
  }
}
