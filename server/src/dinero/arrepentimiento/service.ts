// A customer takes a purchase back, by the button that the law wants on every shop's site (Disposición
// 954/2025).
import { randomBytes } from 'node:crypto'
import { codigoFrom } from '@imprimitodo/shared/rules/codigo'
import { dayOf } from '@imprimitodo/shared/rules/fecha'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { queueCorreo, takeCupo } from '../../gestion/correos/service.ts'
import { duenosOf } from '../../mostrador/acceso/service.ts'
import { mailArrepentimientoToDueno, mailRecibido } from './mails.ts'
import { type Arrepentimiento, deleteBefore, keepArrepentimiento } from './store.ts'

/** As the page on privacy says: long enough for any claim about it. */
const KEPT_YEARS = 5

export type Asked = { nombre: string; email: string; compra: string; motivo?: string | null }

/**
 * Keeps the request, tells the owner, and mails the code. If strangers have used up the mailbox's mails of
 * the day, the request is kept without the mail, so that no customer loses a right. The same request sent
 * again (a double click, a lost answer) gets the first one's code and no second mail.
 */
export async function takeBack(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  asked: Asked,
): Promise<Arrepentimiento> {
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
    for (const owner of await duenosOf(tx))
      await queueCorreo(tx, deps, mailArrepentimientoToDueno(kept, owner))
    return kept
  })
}

export async function forgetArrepentimientos({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = now()
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS)
  await deleteBefore(db, before)
}
