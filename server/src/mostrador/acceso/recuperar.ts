// A forgotten password of the back office: the link in a mail sets a new one, once. The second factor stays.
import { randomUUID } from 'node:crypto'
import { recoverMostradorApi } from '@imprimitodo/shared/api/acceso'
import { maskEmail } from '@imprimitodo/shared/rules/base/contacto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../base/http/errors.ts'
import { takeFrom } from '../../base/http/rate-limit.ts'
import { serve } from '../../base/http/serve.ts'
import { visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { takeCupo } from '../../gestion/correos/service.ts'
import { mailOperador, mailRecuperacionOperador } from './mails.ts'
import {
  findEnlaceMostrador,
  holdOperador,
  insertEnlaceMostrador,
  takeEnlace,
  type UsuarioRow,
} from './store.ts'
import type { TanteosDeOperador } from './tanteos-de-operador.ts'
import { freshPassword, needUsuario, setPasswordOfUsuario } from './usuarios.ts'

const LINK_MS = 2 * 3600_000
const WINDOW_MS = 15 * 60_000
/** A mobile carrier's address is shared by many. */
const MAX_OF_ADDRESS = 100
const MAX_OF_NETWORK = 500

const ASKED = 'Si hay alguien del mostrador con ese e-mail, le mandamos un enlace. Revisá tu correo.'
const CHANGED = 'Contraseña actualizada. Ya podés ingresar.'
const deadLink = () => refuse(400, 'El enlace ya no es válido o expiró. Pedí uno nuevo.', 'enlace_vencido')

export function recoverMostradorRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'limits' | 'now' | 'publicUrl' | 'seguridad'>,
  tanteos: TanteosDeOperador,
): void {
  const { db, now } = deps
  const ofAddress = deps.limits('mostrador-recuperar', MAX_OF_ADDRESS, WINDOW_MS)
  const ofNetwork = deps.limits('mostrador-recuperar-red', MAX_OF_NETWORK, WINDOW_MS)

  function countAddress(request: FastifyRequest): void {
    const { address, wide } = visitorOf(request)
    takeFrom([
      [ofAddress, address],
      [ofNetwork, wide],
    ])
  }

  /** @throws 400 for a link that is used, expired or unknown */
  async function ownerOf(token: string): Promise<UsuarioRow> {
    const id = await findEnlaceMostrador(db, hashToken(token), now())
    if (id === undefined) throw deadLink()
    return needUsuario(db, id)
  }

  serve(app, recoverMostradorApi, {
    // The job finds out whether there is such an account: no caller waits for that answer
    'POST /api/mostrador/recuperar': async ({ body, request }) => {
      countAddress(request)
      const email = body.email.trim().toLowerCase()
      await deps.jobs.send(db, 'recuperar_mostrador', { email, once: randomUUID() })
      return { mensaje: ASKED }
    },
    'GET /api/mostrador/recuperar/:token': async ({ params, request }) => {
      countAddress(request)
      return { email: maskEmail((await ownerOf(params.token)).email) }
    },
    'POST /api/mostrador/recuperar/:token': async ({ params: { token }, body, request }) => {
      countAddress(request)
      const person = await ownerOf(token)
      if (!body.password) throw refuseField('password', 'Escribí tu contraseña nueva.')
      const { hash } = await freshPassword(body.password, [person.nombre, person.email])
      await db.transaction(async (tx) => {
        if (!(await takeEnlace(tx, hashToken(token)))) throw deadLink()
        await setPasswordOfUsuario(tx, deps, { request, quien: person }, person, hash)
      })
      tanteos.forget(person.id, person.email)
      return { mensaje: CHANGED }
    },
  })
}

/** Sends the mail with the link, if the address has an account and its mailbox has room for it today. */
export function mostradorJobs(deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'publicUrl'>): void {
  deps.jobs.work('recuperar_mostrador', ({ email, once }) =>
    deps.db.transaction(async (tx) => {
      // A change that voids the person's links must not miss this one
      const operador = await holdOperador(tx, email)
      if (!operador || !(await takeCupo(tx, deps, 'ajeno', email))) return
      const token = newToken()
      const vence = new Date(deps.now().getTime() + LINK_MS)
      await insertEnlaceMostrador(
        tx,
        { token_hash: hashToken(token), operador_id: operador.id, vence },
        deps.now(),
      )
      const how = { about: `recuperacion:${once}`, hasta: vence }
      await mailOperador(tx, deps, operador.id, mailRecuperacionOperador(deps, token), how)
    }),
  )
}
