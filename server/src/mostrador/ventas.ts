// Sales at the counter that give points to an account.
import { toCentavos } from '@imprimitodo/shared/rules/dinero'
import { puntosFor } from '@imprimitodo/shared/rules/puntos'
import { readAjustes } from '../ajustes/service.ts'
import { findClienteByEmail } from '../auth/service.ts'
import type { Deps } from '../core/deps.ts'
import { notFound, refuse } from '../core/errors.ts'
import { earnPuntos, saldoOf } from '../puntos/service.ts'
import { findVenta, insertVenta, type Operador } from './store.ts'

export type Sold = { puntos: number; saldo: number }

/**
 * Once for each `key` of one person; without a key each call is a sale. `importe` in pesos.
 * @throws 404 where no active account has that e-mail, 409 where the key was of another sale
 */
export function sell(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  operador: Operador,
  { email, importe }: { email: string; importe: number },
  key: string | null,
): Promise<Sold> {
  const centavos = toCentavos(importe)
  const clave = key && `${operador.id}:${key}`
  return db.transaction(async (tx) => {
    const cliente = await findClienteByEmail(tx, email.toLowerCase())
    if (!cliente?.activado) throw notFound('Ninguna cuenta tiene ese e-mail.')
    const puntos = puntosFor(centavos, (await readAjustes(tx)).puntos_por_peso)
    const fact = { cliente_id: cliente.id, puntos, cuando: now() }
    const id = await insertVenta(tx, { ...fact, clave, importe: centavos, operador_id: operador.id })
    if (id !== null) {
      const line = { ...fact, clave: `venta:${id}`, quien: operador.nombre }
      if (puntos > 0) await earnPuntos(tx, { ...line, tipo: 'venta', motivo: 'Compra en el mostrador' })
      return { puntos, saldo: await saldoOf(tx, cliente.id) }
    }
    const before = clave ? await findVenta(tx, clave) : undefined
    if (before?.cliente_id !== cliente.id || before.importe !== centavos)
      throw refuse(409, 'Esa venta ya se cargó con otros datos. Empezá una nueva.')
    return { puntos: before.puntos, saldo: await saldoOf(tx, cliente.id) }
  })
}

const MAX_KEY = 200

/** The header Idempotency-Key; empty is none. @throws 400 */
export function keyOf(header: string | string[] | undefined): string | null {
  const key = String(header ?? '').trim()
  if (key.length > MAX_KEY)
    throw refuse(400, `La clave de la venta es demasiado larga: hasta ${MAX_KEY} letras.`)
  return key || null
}
