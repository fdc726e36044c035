// A customer takes a purchase back, by the button that the law wants on every shop's site (Disposición
// 954/2025).
import { randomBytes } from 'node:crypto'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { codigoFrom } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { hasCupo, queueCorreo, takeCupo } from '../../gestion/correos/service.ts'
import { duenosOf } from '../../mostrador/acceso/service.ts'
import { mailArrepentimientoToDueno, mailRecibido } from './mails.ts'
import { type ArrepentimientoRow, deleteBefore, keepArrepentimiento } from './store.ts'

/** As the page on privacy says: long enough for any claim about it. */
const KEPT_YEARS = 5

export type ArrepentimientoAsked = { nombre: string; email: string; compra: string; motivo?: string | null }

/**
 * Keeps the request, tells the owner, and mails the code. If strangers have used up a mailbox's mails of the
 * day, the request is kept without the mail, so that no customer loses a right. The same request sent
 * again (a double click, a lost answer) gets the first one's code and no second mail.
 */
export async function takeBack(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  asked: ArrepentimientoAsked,
): Promise<ArrepentimientoRow> {
  const creado = deps.now()
  const email = asked.email.toLowerCase()
  return deps.db.transaction(async (tx) => {
    const { kept, isNew } = await keepArrepentimiento(tx, {
      codigo: codigoFrom(randomBytes(12)),
      clave: hashToken([email, dayOf(creado), asked.compra.toLowerCase()].join('\n')),
      nombre: asked.nombre,
      email,
      compra: asked.compra,
      motivo: asked.motivo || null,
      creado,
    })
    if (!isNew) return kept
    if (await takeCupo(tx, deps, 'ajeno', email)) await queueCorreo(tx, deps, mailRecibido(kept))
    // In one order, since each is locked while it is counted
    for (const owner of (await duenosOf(tx)).toSorted()) await tellDueno(tx, deps, kept, owner)
    return kept
  })
}

/** A stranger must not drown an owner's other mails: the last one of the day says where the others are. */
async function tellDueno(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now'>,
  kept: ArrepentimientoRow,
  owner: string,
): Promise<void> {
  if (!(await takeCupo(tx, deps, 'arrepentimiento', owner))) return
  const isLast = !(await hasCupo(tx, deps, 'arrepentimiento', owner))
  await queueCorreo(tx, deps, mailArrepentimientoToDueno(kept, { para: owner, isLast }))
}

export async function forgetArrepentimientos({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = now()
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS)
  await deleteBefore(db, before)
}
