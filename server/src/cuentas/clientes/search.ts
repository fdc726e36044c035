// Clerks who sell search customers by name: they see little of each, and the searches are limited.
import type { ClienteHallado } from '@imprimitodo/shared/api/clientes-mostrador'
import { maskCelular, maskEmail } from '@imprimitodo/shared/rules/base/contacto'
import { MAX_HALLADOS, palabrasOf } from '@imprimitodo/shared/rules/cuentas/cliente'
import { type Limits, takeFrom } from '../../base/http/rate-limit.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPorNombre } from '../auth/service.ts'

/** Searches of one person: the screen searches while they type, for about a customer a minute. */
const LOOKS = 300
const WINDOW_MS = 15 * 60_000

/** `por`: the id of the operador. @throws 429 */
export function createClienteSearch(deps: Pick<Deps, 'db'> & { limits: Limits }) {
  const looks = deps.limits('clientes-buscar', LOOKS, WINDOW_MS)
  return async (texto: string, por: number): Promise<ClienteHallado[]> => {
    const palabras = palabrasOf(texto)
    if (palabras.length === 0) return []
    takeFrom([[looks, String(por)]])
    const found = await findPorNombre(deps.db, palabras, MAX_HALLADOS)
    return found.map(({ id, nombre, email, celular }) => ({
      id,
      nombre,
      email: maskEmail(email),
      celular: celular ? maskCelular(celular) : null,
    }))
  }
}
