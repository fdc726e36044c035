// How much a person may do alone, by their role, and the person who agrees to more.
import type { Autoriza } from '@imprimitodo/shared/api/acceso'
import { type CualTope, topeOf } from '@imprimitodo/shared/rules/mostrador/rol'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { needsOther, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Confirmacion } from './confirm.ts'
import { alcanceOf } from './roles.ts'
import type { Operador } from './store.ts'

/** `tope` in the unit of the limit, centavos where it is money; `autoriza`: who agreed, by name. */
export type Limite = { tope: number; autoriza: string | null }

/** The person who asks for a limit, and the one who agrees to more. */
export type PideLimite = {
  operador: Pick<Operador, 'rol'>
  /** The branch of the order or the sale; null: of none. */
  sucursal_id: number | null | undefined
  autoriza: Autoriza | null | undefined
  confirmacion: Confirmacion
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * The limit of the person's role, or of the role of the person who agreed, whichever is higher.
 * @throws 400 {autoriza: [..]} if that person works for another branch, and as `Confirmacion.authorize`
 */
export async function limitesPara<Cual extends CualTope>(
  { tienda }: Pick<Deps, 'tienda'>,
  cuales: readonly Cual[],
  { operador, sucursal_id, autoriza, confirmacion, ...http }: PideLimite,
): Promise<Record<Cual, Limite>> {
  const { topes } = (await tienda.read()).ajustes
  const other = autoriza ? await confirmacion.authorize(http, autoriza) : null
  const alcance = other && alcanceOf(other)
  if (alcance !== null && alcance !== (sucursal_id ?? null))
    throw refuseField('autoriza', `${other?.nombre} trabaja en otra sucursal.`, 'autorizacion_fallida')
  const of = (cual: Cual): Limite => ({
    tope: Math.max(...[operador, ...(other ? [other] : [])].map(({ rol }) => topeOf(topes, rol, cual))),
    autoriza: other?.nombre ?? null,
  })
  return Object.fromEntries(cuales.map((cual) => [cual, of(cual)])) as Record<Cual, Limite>
}

/** As `limitesPara`, for one limit. */
export async function limitePara(
  deps: Pick<Deps, 'tienda'>,
  cual: CualTope,
  quien: PideLimite,
): Promise<Limite> {
  return (await limitesPara(deps, [cual], quien))[cual]
}

/** `may`: 'devolver hasta $ 50,00 por pedido'. @throws 403 {detail, autorizar: true} */
export function needWithin({ tope, autoriza }: Limite, amount: number, may: (tope: number) => string): void {
  if (amount <= tope) return
  const who = autoriza ? `Con ${autoriza} se puede` : 'Podés'
  throw needsOther(`${who} ${may(tope)}: más que eso lo autoriza otra persona.`)
}
