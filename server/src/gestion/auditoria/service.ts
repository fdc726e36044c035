// Changes by people of the back office: written in the transaction of the change, so that neither is without
// the other.
import type { Auditado, AuditoriaAccion } from '@imprimitodo/shared/rules/gestion/auditoria'
import type { Queryable } from '../../base/db/open.ts'
import { insertCambio, isNoted } from './store.ts'

/** The person who made the change. */
export type Quien = { id: number; nombre: string }
/** `id` null: not a person of the back office. */
export type Autor = { id: number | null; nombre: string }

type Cosa = Record<string, unknown>
type Hecho = {
  que: Auditado
  clave: string | number
  /** For the reader: 'Taza', 'Pedido 1042'. */
  nombre: string
  /** Before and after, with all that a reader may see. Never with passwords or secrets. */
  antes?: Cosa | null | undefined
  despues?: Cosa | null | undefined
  /** Given if it does not follow from `antes` and `despues` being there, or from their `retirado`. */
  accion?: AuditoriaAccion
}

/** Stores the differences. A change without any is not written. */
export async function noteCambio(
  tx: Queryable,
  quien: Autor,
  cuando: Date,
  { antes = null, despues = null, ...hecho }: Hecho,
): Promise<void> {
  const [before, after] = antes && despues ? diff(antes, despues) : [antes, despues]
  if (antes && despues && Object.keys(before ?? {}).length + Object.keys(after ?? {}).length === 0) return
  await insertCambio(tx, {
    cuando,
    operador_id: quien.id,
    quien: quien.nombre,
    que: hecho.que,
    clave: String(hecho.clave),
    nombre: hecho.nombre,
    accion: hecho.accion ?? accionOf(antes, despues),
    antes: before,
    despues: after,
  })
}

/** For an attempt that changed nothing: a call that is repeated because its answer was lost, within `ms`, is noted once. */
export async function noteIntento(
  tx: Queryable,
  quien: Quien,
  cuando: Date,
  { despues, ...hecho }: Omit<Hecho, 'antes' | 'despues'> & { despues: Cosa },
  ms: number,
): Promise<void> {
  const { que, clave } = hecho
  const same = { que, clave: String(clave), operador_id: quien.id, despues }
  if (await isNoted(tx, { ...same, desde: new Date(cuando.getTime() - ms) })) return
  await noteCambio(tx, quien, cuando, { ...hecho, despues })
}

function diff(antes: Cosa, despues: Cosa): [Cosa, Cosa] {
  const keys = [...new Set([...Object.keys(antes), ...Object.keys(despues)])]
  const changed = keys.filter((key) => JSON.stringify(antes[key]) !== JSON.stringify(despues[key]))
  const pick = (of: Cosa) => Object.fromEntries(changed.map((key) => [key, of[key] ?? null]))
  return [pick(antes), pick(despues)]
}

function accionOf(antes: Cosa | null, despues: Cosa | null): AuditoriaAccion {
  if (!antes) return 'crear'
  if (!despues) return 'borrar'
  if (Boolean(antes.retirado) === Boolean(despues.retirado)) return 'cambiar'
  return despues.retirado ? 'retirar' : 'reponer'
}
