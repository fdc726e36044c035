// How much a person may do alone, by their role, and who agrees to more.
import type { Autoriza } from '@imprimitodo/shared/api/acceso'
import { type CualTope, topeDe } from '@imprimitodo/shared/rules/rol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { needsOther, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Confirmacion } from './confirmar.ts'
import { alcanceOf } from './roles.ts'
import type { Operador } from './store.ts'

/** `tope` in the unit of the limit, centavos where it is money; `autoriza`: who agreed, by name. */
export type Limite = { tope: number; autoriza: string | null }

/**
 * Of the person's role, or of who agreed, where that is more. `sucursal_id`: of what it is about; null: of none.
 * @throws 400 {autoriza: [..]} of who works for another branch, and as `Confirmacion.authorize`
 */
export async function limitePara(
  { tienda }: Pick<Deps, 'tienda'>,
  cual: CualTope,
  {
    operador,
    sucursal_id,
    autoriza,
    confirmacion,
    ...http
  }: {
    operador: Pick<Operador, 'rol'>
    sucursal_id: number | null | undefined
    autoriza: Autoriza | null | undefined
    confirmacion: Confirmacion
    request: FastifyRequest
    reply: FastifyReply
  },
): Promise<Limite> {
  const { topes } = (await tienda.read()).ajustes
  const own = topeDe(topes, operador.rol, cual)
  if (!autoriza) return { tope: own, autoriza: null }
  const other = await confirmacion.authorize(http, autoriza)
  const alcance = alcanceOf(other)
  if (alcance !== null && alcance !== (sucursal_id ?? null))
    throw refuseField('autoriza', `${other.nombre} trabaja en otra sucursal.`)
  return { tope: Math.max(own, topeDe(topes, other.rol, cual)), autoriza: other.nombre }
}

/** `may`: 'devolver hasta $ 50,00 por pedido'. @throws 403 {detail, autorizar: true} */
export function needDentro({ tope, autoriza }: Limite, amount: number, may: (tope: number) => string): void {
  if (amount <= tope) return
  const who = autoriza ? `Con ${autoriza} se puede` : 'Podés'
  throw needsOther(`${who} ${may(tope)}: más que eso lo autoriza otra persona.`)
}
