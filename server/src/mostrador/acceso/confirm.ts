// A session tells which person signed in, but another person may use it now: before a sensitive call the person
// proves their identity again.
import { type Autoriza, confirmApi, PruebaDeIdentidad } from '@imprimitodo/shared/api/acceso'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { needsProof, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { confirmaOf, serveMostrador } from './roles.ts'
import type { SesionesMostrador } from './sesion.ts'
import { findOperador, markConfirmada, type Operador } from './store.ts'
import { CODE_REFUSED, type TanteosDeOperador } from './tanteos-de-operador.ts'

const CONFIRMADA_MS = 5 * 60_000
const WRONG_PASSWORD = 'Esa no es tu contraseña.'
const WRONG_OTHER = 'Ese e-mail o esa clave no van.'

type Http = { request: FastifyRequest; reply: FastifyReply }
export type Confirmacion = ReturnType<typeof createConfirmacion>

export function createConfirmacion(
  deps: Pick<Deps, 'db' | 'now'>,
  sesiones: SesionesMostrador,
  tanteos: TanteosDeOperador,
) {
  /** The proof that a sensitive call carries; the schemas of calls do not know of it. */
  const carried = new WeakMap<FastifyRequest, PruebaDeIdentidad>()

  /** @throws 400 {actual|totp: [..]}; 403 {captcha}, 429 */
  async function prove(http: Http, { actual, totp }: PruebaDeIdentidad): Promise<void> {
    const { operador } = sesiones.of(http.request)
    if (actual) {
      if (!(await tanteos.passPassword(http, operador.id, actual)))
        throw refuseField('actual', WRONG_PASSWORD, 'credenciales')
    } else if (totp) {
      const tried = { typed: totp.trim(), donde: 'Al confirmar' }
      if (!(await tanteos.passCode(http, operador.id, tried)))
        throw refuseField('totp', CODE_REFUSED, 'segundo_factor')
    } else throw refuseField('actual', 'Escribí tu contraseña.')
  }

  /**
   * @throws 403 {detail, confirmar: true} where the session is not confirmed and the call carries no proof;
   * as `prove`
   */
  async function need(http: Http): Promise<void> {
    const { confirmada } = sesiones.of(http.request)
    if (confirmada && confirmada > deps.now()) return
    const prueba = carried.get(http.request)
    if (!prueba?.actual && !prueba?.totp) throw needsProof()
    await prove(http, prueba)
  }

  /**
   * Another person agrees to what this one may not do alone, for this call only.
   * @throws 400 {autoriza: [..]} for the same person or wrong credentials; 403 {captcha}, 429
   */
  async function authorize(http: Http, { email, actual, totp }: Autoriza): Promise<Operador> {
    const found = await findOperador(deps.db, email.toLowerCase())
    if (found?.id === sesiones.of(http.request).operador.id)
      throw refuseField('autoriza', 'Tiene que autorizarlo otra persona.', 'autorizacion_fallida')
    const isProven =
      found &&
      (actual
        ? await tanteos.passPassword(http, found.id, actual)
        : await tanteos.passCode(http, found.id, { typed: totp?.trim() ?? '', donde: 'Al autorizar' }))
    if (!isProven) throw refuseField('autoriza', WRONG_OTHER, 'autorizacion_fallida')
    return found
  }

  return {
    need,
    authorize,

    routes(counter: FastifyInstance): void {
      // Before the schemas, which drop unknown keys
      counter.addHook('preValidation', async (request) => {
        if (confirmaOf(request) === 'nunca') return
        const { data } = PruebaDeIdentidad.safeParse(request.body)
        if (data) carried.set(request, data)
      })
      // After the schemas: errors of a call are told before it spends a code
      counter.addHook('preHandler', async (request, reply) => {
        if (confirmaOf(request) === 'siempre') await need({ request, reply })
      })
      serveMostrador(counter, confirmApi, 'todos', {
        'POST /api/mostrador/confirmar': async (call) => {
          await prove(call, call.body)
          const hasta = new Date(deps.now().getTime() + CONFIRMADA_MS)
          await markConfirmada(deps.db, sesiones.of(call.request).token_hash, hasta)
          return { hasta: hasta.toISOString() }
        },
      })
    },
  }
}
