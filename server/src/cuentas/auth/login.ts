// POST /api/auth/login/: the same answer, after the same work, whether e-mail or password is wrong.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { addressKey } from '../../base/http/address.ts'
import { Refusal, refuse } from '../../base/http/errors.ts'
import { createLine } from '../../base/http/line.ts'
import { type Bucket, countIn, needRoom, waitFor } from '../../base/http/rate-limit.ts'
import { addressOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashOfNobody, verifyPassword } from '../../base/secrets/password.ts'
import { queueCorreo, takeCupo } from '../../gestion/correos/service.ts'
import { welcomeBrowser } from '../../gestion/seguridad/service.ts'
import type { Checks } from './captcha.ts'
import { findCliente, findClienteByEmail, holdCliente } from './clientes-store.ts'
import { dispositivoOf } from './dispositivo.ts'
import { mailNavegadorNuevo } from './mails.ts'
import { type ClienteRow, cuentaOf, type Sesiones } from './service.ts'

const WINDOW_MS = 15 * 60_000
const MAX_OF_PAIR = 10
const MAX_OF_ADDRESS = 200
const UNCHECKED = 3
const MAX_WAITING = 500

const wrong = () => refuse(400, 'El email o la contraseña no son correctos.', 'credenciales')

type Typed = { email: string; password: string }

/**
 * Failures are counted per (e-mail, address) and per address. Per e-mail alone they only require the anti-bot
 * check, so that a stranger's failures never lock a customer out.
 */
export function createLogin(
  deps: Pick<Deps, 'db' | 'now' | 'limits' | 'jobs' | 'dataDir' | 'publicUrl' | 'seguridad'>,
  sesiones: Sesiones,
  checks: Checks,
) {
  const ofPair = deps.limits('login-par', MAX_OF_PAIR, WINDOW_MS)
  const ofAddress = deps.limits('login-origen', MAX_OF_ADDRESS, WINDOW_MS)
  const uncheckedEmail = deps.limits('login-email', UNCHECKED, WINDOW_MS)
  const uncheckedAddress = deps.limits('login-sin-control', UNCHECKED, WINDOW_MS)
  /**
   * One attempt at a time, from its limits to its count: a burst cannot outrun them. Hashing is serial
   * anyhow.
   */
  const line = createLine(1, MAX_WAITING)
  /** The hash that passwords for unknown e-mails are compared with. */
  const nobody = hashOfNobody()

  async function tellOwner(tx: Tx, request: FastifyRequest, cliente: ClienteRow): Promise<void> {
    if (!(await takeCupo(tx, deps, 'navegador', cliente.email))) return
    const dispositivo = dispositivoOf(request.headers['user-agent'])
    const around = { dispositivo, cuando: deps.now() }
    await queueCorreo(tx, deps, mailNavegadorNuevo(cliente, deps.publicUrl, around))
  }

  return async (request: FastifyRequest, reply: FastifyReply, typed: Typed): Promise<string> => {
    const email = typed.email.toLowerCase()
    const address = addressKey(addressOf(request))
    const pair = `${email} ${address}`
    const failures: Bucket[] = [
      [ofPair, pair],
      [ofAddress, address],
    ]
    const unchecked: Bucket[] = [
      [uncheckedEmail, email],
      [uncheckedAddress, address],
    ]

    async function needCheck(): Promise<void> {
      if (waitFor(unchecked) === null) return
      if (await checks.consume(request, reply, 'login')) return
      const detail = 'Antes de entrar tenemos que verificar que seas una persona.'
      throw new Refusal(403, { detail, captcha: true }, { codigo: 'captcha' })
    }
    async function attempt(): Promise<ClienteRow> {
      needRoom(failures)
      await needCheck()
      const cliente = await findClienteByEmail(deps.db, email)
      const isRight = await verifyPassword(typed.password, cliente?.password_hash ?? nobody)
      if (cliente?.activado && isRight) {
        ofPair.forget(pair)
        uncheckedEmail.forget(email)
        return cliente
      }
      countIn(failures)
      countIn(unchecked)
      const cuenta = cliente ? cuentaOf(cliente) : null
      deps.seguridad.note(request, 'ingreso_fallido', { cuenta, detalle: 'Sitio web' })
      throw wrong()
    }

    needRoom(failures) // refuses without waiting in the line
    const cliente = await line(attempt)
    const tokens = await deps.db.transaction(async (tx) => {
      // A change that ends the account's sessions must not miss the one that begins here
      if (!(await isUnchanged(tx, cliente))) throw wrong()
      const opened = await sesiones.open(tx, request, cliente.id)
      const visit = await welcomeBrowser(deps, tx, cuentaOf(cliente), { request, reply })
      if (visit === 'new') await tellOwner(tx, request, cliente)
      return opened
    })
    await sesiones.replace(request, reply, tokens)
    return tokens.access
  }
}

/** Whether e-mail and password that were checked are still the account's; if so, until the transaction ends. */
async function isUnchanged(tx: Tx, { id, email, password_hash }: ClienteRow): Promise<boolean> {
  const own = (await holdCliente(tx, id)) ? await findCliente(tx, id) : undefined
  return own?.email === email && own.password_hash === password_hash
}
