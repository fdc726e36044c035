// The link to the old address that stops a change of e-mail, or takes it back. Its page has no script and no
// session.
import { createHash } from 'node:crypto'
import { nombreTienda, rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Queryable } from '../../base/db/open.ts'
import { acceptForms } from '../../base/http/bodies.ts'
import { Refusal, refusalHeaders, refuse } from '../../base/http/errors.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { html } from '../../base/web/html.ts'
import { nombreElegido } from '../../gestion/ajustes/service.ts'
import {
  cuentaOf,
  deleteCliente,
  deleteSesionesOf,
  findClienteByEmail,
  lockCliente,
  updateCliente,
} from '../auth/service.ts'
import { type EnlaceDeps, sendAviso } from './enlaces.ts'
import { mailEmailRestaurado } from './mails.ts'
import { EMAIL_TAKEN } from './registro.ts'
import {
  deleteEnlaces,
  deleteEnlacesAfter,
  type EnlaceRow,
  findEnlace,
  lockEmail,
  markEnlaceUsed,
} from './store.ts'

const DONE = 'Tu cuenta queda con este correo y cerramos la sesión en todos los dispositivos.'
const deadLink = () => refuse(400, 'El enlace ya no es válido o expiró.', 'enlace_vencido')

/**
 * Gives the account the address that the link went to, and drops a pending change. Repeated it answers the
 * same.
 * @throws 400 for a link that is no longer valid, 409 if the address is taken
 */
async function undoEmail(deps: EnlaceDeps, request: FastifyRequest, token: string): Promise<void> {
  const { db, now } = deps
  await db.transaction(async (tx) => {
    const enlace = await readEnlace(tx, now(), token)
    const email = enlace.email_anterior ?? ''
    await lockEmail(tx, email)
    const own = await lockCliente(tx, enlace.cliente_id)
    if (!own || !(await markEnlaceUsed(tx, enlace.token_hash, now()))) return
    const holder = await findClienteByEmail(tx, email)
    if (holder?.activado && holder.id !== own.id) throw refuse(409, `${EMAIL_TAKEN}.`)
    if (holder && holder.id !== own.id) await deleteCliente(tx, holder.id)
    const change = { email, email_pendiente: null, email_confirmado: email }
    const restored = await updateCliente(tx, own.id, change)
    // Later links went to the person who changed the address
    await deleteEnlacesAfter(tx, enlace)
    await deleteEnlaces(tx, own.id, 'confirmar_email')
    if (own.email !== email) await deleteEnlaces(tx, own.id, 'recuperacion')
    await deleteSesionesOf(tx, own.id)
    await deps.seguridad.noteIn(tx, request, 'correo_cambiado', {
      cuenta: cuentaOf(own),
      detalle: 'Deshecho',
    })
    await sendAviso(tx, deps, restored, mailEmailRestaurado)
  })
}

/** @throws 400 */
async function readEnlace(db: Queryable, now: Date, token: string): Promise<EnlaceRow> {
  const enlace = await findEnlace(db, hashToken(token), 'deshacer_email')
  if (!enlace || (!enlace.usado && enlace.vence <= now)) throw deadLink()
  return enlace
}

const params = z.object({ token: z.string().max(200) })
type Undo = FastifyRequest<{ Params: z.output<typeof params> }>

/** GET only asks (mail scanners open every link); the form's POST undoes. */
export function undoEmailRoutes(app: FastifyInstance, deps: EnlaceDeps): void {
  const url = '/api/clientes/deshacer-correo/:token'
  const routes: FastifyPluginAsync = async (scope) => {
    acceptForms(scope)
    scope.get(url, { schema: { params } }, (request: Undo, reply) =>
      answer(reply, deps, async () => {
        const enlace = await readEnlace(deps.db, deps.now(), request.params.token)
        if (enlace.usado) return { title: 'El cambio ya quedó sin efecto', text: DONE }
        return {
          title: '¿No pediste el cambio de correo?',
          text: 'Tu cuenta queda con este correo y se cierra la sesión en todos los dispositivos.',
          button: 'Dejarlo sin efecto',
        }
      }),
    )
    scope.post(url, { schema: { params } }, async (request: Undo, reply) => {
      const undo = () => undoEmail(deps, request, request.params.token)
      if (!request.headers.accept?.includes('text/html')) {
        await undo()
        return { mensaje: DONE }
      }
      return answer(reply, deps, async () => {
        await undo()
        return { title: 'Listo', text: `${DONE} Te conviene elegir otra contraseña.`, link: '/recuperar' }
      })
    })
  }
  app.register(routes)
}

type Page = { title: string; text: string; button?: string; link?: PageAddress }

async function answer(
  reply: FastifyReply,
  { tienda }: Pick<EnlaceDeps, 'tienda'>,
  work: () => Promise<Page>,
): Promise<FastifyReply> {
  const page = await work().catch((error): Page => {
    if (!(error instanceof Refusal)) throw error
    reply.code(error.status).headers(refusalHeaders(error))
    return { title: 'No se pudo', text: String(error.body.detail) }
  })
  return reply
    .headers({
      'content-security-policy': CSP,
      'referrer-policy': 'same-origin', // 'no-referrer' would make the form's Origin «null»
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(pageHtml(page, await nombreElegido(tienda)))
}

// The site's colours (web/src/ui/tokens.css), without its fonts and scripts, as the address holds a token
const STYLE =
  'body{font:17px/1.5 system-ui,sans-serif;color:#17202E;background:#FBF6EA;margin:0;display:grid;min-height:100vh;place-items:center}main{max-width:28rem;margin:24px 16px;padding:24px;background:#fff;border:2px solid #17202E;border-radius:6px;box-shadow:6px 6px 0 #F5C518}h1{font-size:28px;line-height:1.15;margin:18px 0 12px}p{margin:0 0 20px}.brand{font-weight:800;margin:0}button,.link{font:inherit;font-weight:700;display:inline-block;min-height:48px;box-sizing:border-box;padding:10px 20px;border:2px solid #17202E;border-radius:6px;background:#1B3FBF;color:#fff;text-decoration:none;cursor:pointer}'
const CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

function pageHtml({ title, text, button, link }: Page, nombre: string | undefined): string {
  const action = button ? html`<form method="post"><button>${button}</button></form>` : null
  const next = link ? html`<p><a class="link" href="${link}">Elegir otra contraseña</a></p>` : null
  const markup =
    html`<html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · ${nombreTienda(nombre)}</title><style>${{ markup: STYLE }}</style></head>
<body><main><p class="brand">${rotuloTienda(nombre)}</p><h1>${title}</h1><p>${text}</p>${action}${next}</main></body></html>`
      .markup
  return `<!doctype html>${markup}`
}
