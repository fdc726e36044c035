// Limits on guessing a person's password and codes, wherever they are asked for.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bucket } from '../../base/http/rate-limit.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { verifyPassword } from '../../base/secrets/password.ts'
import { createChecks } from '../../cuentas/auth/service.ts'
import { type Tanteado, tellTanteo } from './mails.ts'
import { secretsOf } from './store.ts'
import { createTanteos, type MaxTanteos, passesOnce } from './tanteos.ts'
import { passSegundoFactor } from './totp-cuenta.ts'

/** Per e-mail, wrong passwords lead only to the anti-bot check: a stranger's failures lock no owner out. */
const CLAVES: MaxTanteos = { libre: 20, conocido: 10, control: null, ms: 15 * 60_000 }
/** Three of a million codes are valid at a time: 480 wrong ones a day find one in two years, on average. */
const CODIGOS: MaxTanteos = { libre: 10, conocido: 10, control: 10, ms: 3600_000 }

/** For a wrong code of the second factor. */
export const CODE_REFUSED = 'Ese código no va o ya se usó. Probá con el de ahora.'

type Http = { request: FastifyRequest; reply: FastifyReply }
export type TanteosDeOperador = ReturnType<typeof createTanteosDeOperador>

/** Counted in memory; the other processes are told. */
export function createTanteosDeOperador(
  deps: Pick<
    Deps,
    'captcha' | 'dataDir' | 'db' | 'jobs' | 'limits' | 'log' | 'now' | 'publicUrl' | 'seguridad'
  >,
) {
  const passes = passesOnce(createChecks(deps))
  const counting = (que: Tanteado, maxTanteos: MaxTanteos) =>
    createTanteos(deps, passes, {
      name: `mostrador-${que}`,
      maxTanteos,
      onFull: (id) => void tellTanteo(deps, id, que).catch((err) => deps.log.error({ err }, 'tanteo')),
    })
  const codigos = counting('codigo', CODIGOS)
  const confirmaciones = counting('confirmar', CODIGOS)
  const claves = counting('clave', CLAVES)
  /** The comparisons of each request, since a code or password is compared only once. */
  const compared = new WeakMap<FastifyRequest, Map<number, Promise<boolean>>>()

  function compare(http: Http, id: number, typed: string): Promise<boolean> {
    return confirmaciones.try({ cuenta: String(id), id }, http, async () => {
      const own = await secretsOf(deps.db, id)
      if (own && (await verifyPassword(typed, own.password_hash))) return true
      const cuenta = { tipo: 'operador', id } as const
      deps.seguridad.note(http.request, 'codigo_errado', { cuenta, detalle: 'Contraseña, al confirmar' })
      return false
    })
  }

  return {
    /** By e-mail, as typed to sign in. */
    claves,

    /**
     * Whether it is that person's password: of the signed-in person, or of the one who agrees. @throws 403
     * {captcha}, 429
     */
    passPassword(http: Http, id: number, typed: string): Promise<boolean> {
      const ofRequest = compared.get(http.request) ?? new Map<number, Promise<boolean>>()
      const asked = ofRequest.get(id) ?? compare(http, id, typed)
      compared.set(http.request, ofRequest.set(id, asked))
      return asked
    },

    /** After a password change: a stranger's tries at the old one do not count against the person. */
    forget(id: number, email: string): void {
      for (const tanteos of [codigos, confirmaciones]) tanteos.forget(String(id))
      claves.forget(email)
    },

    /**
     * Whether it is a valid code of that person's second factor, wherever it is asked for. A valid one is
     * spent. @throws 403 {captcha}, 429
     */
    passCode(
      http: Http,
      id: number,
      { typed, donde, techos }: { typed: string; donde: string; techos?: Bucket[] },
    ): Promise<boolean> {
      const look = async () => {
        if (await passSegundoFactor(deps, id, typed)) return true
        deps.seguridad.note(http.request, 'codigo_errado', {
          cuenta: { tipo: 'operador', id },
          detalle: donde,
        })
        return false
      }
      return codigos.try({ cuenta: String(id), id }, http, look, techos)
    },
  }
}
