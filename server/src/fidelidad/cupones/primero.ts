// The first coupon, which a mailbox gets only once, in any spelling of its address and with any account.
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import type { Queryable, Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { installationSecret } from '../../base/secrets/secret.ts'
import { mac } from '../../base/secrets/sign.ts'
import { type ClienteRow, isConfirmado } from '../../cuentas/auth/service.ts'
import { listConCupon } from '../codigos/service.ts'
import { findPrimero, isAnyRemembered, takePrimero } from './store.ts'

type Direcciones = Pick<ClienteRow, 'email' | 'email_confirmado'>
type Own = Pick<Deps, 'dataDir'>

const casillaOf = ({ dataDir }: Own, email: string): string =>
  mac(installationSecret(dataDir, 'casillas'), normaliseCorreo(email))

/**
 * Remembers that the mailbox has a coupon now, unless it did not confirm the address, which may then be
 * another person's.
 * @returns whether it never had one
 */
export const rememberCupon = async (
  tx: Tx,
  own: Own,
  direcciones: Direcciones,
  cuando: Date,
): Promise<boolean> => isConfirmado(direcciones) && takePrimero(tx, casillaOf(own, direcciones.email), cuando)

/** Whether the mailbox ever had a coupon under an account that it confirmed. */
export const everHadCupon = async (db: Queryable, own: Own, email: string): Promise<boolean> =>
  (await findPrimero(db, casillaOf(own, email))) !== null

/** Whether the mailbox had a coupon before `desde`, the account's own first one (null: it has none). */
export async function hadCuponBefore(
  db: Queryable,
  own: Own,
  direcciones: Direcciones,
  desde: Date | null,
): Promise<boolean> {
  if (!isConfirmado(direcciones)) return false
  const cuando = await findPrimero(db, casillaOf(own, direcciones.email))
  return cuando !== null && (desde === null || cuando < desde)
}

/**
 * At the start: remembers accounts that had a coupon before this was stored. Once done it costs one query.
 */
export async function rememberEarlier({ db, ...own }: Pick<Deps, 'db'> & Own): Promise<void> {
  if (await isAnyRemembered(db)) return
  await db.transaction(async (tx) => {
    for (const { email, desde } of await listConCupon(tx))
      if (desde) await takePrimero(tx, casillaOf(own, email), desde)
  })
}
