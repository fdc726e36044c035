// What people of the back office changed: written in the transaction of the change, so that neither is without the other.
import type { Auditado, AuditoriaAccion } from '@imprimitodo/shared/rules/auditoria'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { insertCambio } from './store.ts'

export { listCambios } from './store.ts'

/** Who did it. */
export type Quien = { id: number; nombre: string }
/** Without an id: no person of the back office. */
export type Autor = { id: number | null; nombre: string }

type Cosa = Record<string, unknown>
type Hecho = {
  que: Auditado
  clave: string | number
  /** For the reader: 'Taza', 'Pedido 1042'. */
  nombre: string
  /** As it was and as it is, with all that a reader may see. Passwords and secrets are never in it. */
  antes?: Cosa | null | undefined
  despues?: Cosa | null | undefined
  /** Where it does not follow from there being a before and an after. */
  accion?: AuditoriaAccion
}

/** Keeps what differs. A change that changed nothing is not written. */
export async function anotar(
  tx: Queryable,
  quien: Autor,
  cuando: Date,
  { antes = null, despues = null, ...hecho }: Hecho,
): Promise<void> {
  const [before, after] = antes && despues ? diff(antes, despues) : [antes, despues]
  if (antes && despues && Object.keys(before ?? {}).length + Object.keys(after ?? {}).length === 0) return
  await insertCambio(tx, {
    ...{ cuando, operador_id: quien.id, quien: quien.nombre },
    ...{ que: hecho.que, clave: String(hecho.clave), nombre: hecho.nombre },
    accion: hecho.accion ?? (antes ? (despues ? 'cambiar' : 'borrar') : 'crear'),
    ...{ antes: before, despues: after },
  })
}

function diff(antes: Cosa, despues: Cosa): [Cosa, Cosa] {
  const keys = [...new Set([...Object.keys(antes), ...Object.keys(despues)])]
  const changed = keys.filter((key) => JSON.stringify(antes[key]) !== JSON.stringify(despues[key]))
  const pick = (of: Cosa) => Object.fromEntries(changed.map((key) => [key, of[key] ?? null]))
  return [pick(antes), pick(despues)]
}

/**
 * Around a change that has one id: reads the thing before and after in the change's own transaction. `id` null: it is
 * made by the change, which answers its id.
 */
export async function anotando<T>(
  tx: Tx,
  quien: Quien,
  cuando: Date,
  que: Auditado,
  id: number | null,
  read: (tx: Tx, id: number) => Promise<(Cosa & { nombre: string }) | undefined>,
  change: () => Promise<T>,
): Promise<T> {
  const antes = id === null ? undefined : await read(tx, id)
  const made = await change()
  const clave = id ?? Number(made)
  const despues = await read(tx, clave)
  const nombre = despues?.nombre ?? antes?.nombre ?? String(clave)
  const isMove = antes && despues && Boolean(antes.retirado) !== Boolean(despues.retirado)
  await anotar(tx, quien, cuando, {
    ...{ que, clave, nombre, antes, despues },
    ...(isMove && { accion: despues.retirado ? 'retirar' : 'reponer' }),
  })
  return made
}
