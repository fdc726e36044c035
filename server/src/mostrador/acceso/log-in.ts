// Signing in at the counter: the password, then the second factor, each with a limit on guesses.
import { logInMostradorApi } from '@imprimitodo/shared/api/acceso'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../../base/http/errors.ts'
import type { Bucket } from '../../base/http/rate-limit.ts'
import { serve } from '../../base/http/serve.ts'
import { visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashOfNobody, verifyPassword } from '../../base/secrets/password.ts'
import { dispositivoOf } from '../../cuentas/auth/service.ts'
import { takeCupo } from '../../gestion/correos/service.ts'
import { welcomeBrowser } from '../../gestion/seguridad/service.ts'
import { mailIngresoNuevo, mailOperador } from './mails.ts'
import { startSesion } from './sesion.ts'
import { findOperador, holdOperador } from './store.ts'
import { CODE_REFUSED, type TanteosDeOperador } from './tanteos-de-operador.ts'

const WINDOW_MS = 15 * 60_000
const MAX_OF_PAIR = 10
const MAX_OF_ADDRESS = 200
const MAX_OF_NETWORK = 1000
const WRONG = 'Revisá tus credenciales e intentá de nuevo.'
const NEEDS_CODE = 'Escribí el código de tu teléfono.'

const wrong = () => refuse(401, WRONG, 'credenciales')

const SECOND = { codigo: 'segundo_factor' } as const

type Typed = { email: string; password: string; totp?: string | null | undefined }

type IngresoDeps = Pick<Deps, 'dataDir' | 'db' | 'jobs' | 'limits' | 'now' | 'publicUrl' | 'seguridad'>

export function logInMostradorRoutes(
  app: FastifyInstance,
  deps: IngresoDeps,
  tanteos: TanteosDeOperador,
): void {
  const enter = createIngreso(deps, tanteos)
  serve(app, logInMostradorApi, {
    'POST /api/mostrador/ingresar': ({ body, request, reply }) => enter(body, request, reply),
  })
}

function createIngreso(deps: IngresoDeps, { claves, passCode }: TanteosDeOperador) {
  const { db, now, seguridad } = deps
  const ofPair = deps.limits('mostrador-persona', MAX_OF_PAIR, WINDOW_MS)
  const ofAddress = deps.limits('mostrador-origen', MAX_OF_ADDRESS, WINDOW_MS)
  const ofNetwork = deps.limits('mostrador-red', MAX_OF_NETWORK, WINDOW_MS)
  /** An unknown e-mail costs the same time as a wrong password. */
  const nobody = hashOfNobody()

  /** High limits beside the account's own: a shop, a campus and a mobile carrier are one address each. */
  function techosOf(email: string, request: FastifyRequest): Bucket[] {
    const { address, wide } = visitorOf(request)
    return [
      [ofPair, `${email}|${address}`],
      [ofAddress, address],
      [ofNetwork, wide],
    ]
  }

  /** @throws 401, with `totp` where the second factor is missing or wrong; 403 with `captcha`; 429 with Retry-After */
  return async (typed: Typed, request: FastifyRequest, reply: FastifyReply) => {
    const email = typed.email.trim().toLowerCase()
    const http = { request, reply }
    const techos = techosOf(email, request)
    const operador = await findOperador(db, email)
    const cuenta = operador ? ({ tipo: 'operador', id: operador.id } as const) : null

    const isRight = await claves.try(
      { cuenta: email, id: operador?.id ?? null },
      http,
      async () => {
        const matches = await verifyPassword(typed.password, operador?.password_hash ?? nobody)
        if (operador && matches) return true
        seguridad.note(request, 'ingreso_fallido', { cuenta, detalle: 'Mostrador' })
        return false
      },
      techos,
    )
    if (!operador || !isRight) throw wrong()

    if (operador.totp_activado) {
      const code = typed.totp?.trim()
      if (!code) throw new Refusal(401, { detail: NEEDS_CODE, totp: true }, SECOND)
      const passed = await passCode(http, operador.id, {
        typed: code,
        donde: 'Al ingresar al mostrador',
        techos,
      })
      if (!passed) throw new Refusal(401, { detail: CODE_REFUSED, totp: true }, SECOND)
    }

    return db.transaction(async (tx) => {
      const own = await holdOperador(tx, email)
      // A change that ends the person's sessions must not miss the one that begins here
      if (!own || !isUnchanged(operador, own)) throw wrong()
      const { id, nombre, rol, sucursal } = own
      const answer = { access: await startSesion(tx, now(), id), id, nombre, rol, sucursal }
      const visit = await welcomeBrowser(deps, tx, { tipo: 'operador', id }, http)
      if (visit !== 'new' || !(await takeCupo(tx, deps, 'navegador', own.email))) return answer
      const dispositivo = dispositivoOf(request.headers['user-agent'])
      await mailOperador(tx, deps, id, mailIngresoNuevo(deps, dispositivo))
      return answer
    })
  }
}

type Checked = NonNullable<Awaited<ReturnType<typeof findOperador>>>

/** Whether the password and the code that were checked are still those of the account. */
const isUnchanged = (checked: Checked, own: Checked): boolean =>
  checked.password_hash === own.password_hash &&
  checked.totp_activado?.getTime() === own.totp_activado?.getTime()
