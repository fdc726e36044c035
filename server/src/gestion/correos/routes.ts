import { textField } from '@imprimitodo/shared/api/campos'
import { EMAIL_MAX } from '@imprimitodo/shared/rules/base/contacto'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { notFound } from '../../base/http/errors.ts'
import { isLocalPeer } from '../../base/http/local-peer.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { html } from '../../base/web/html.ts'
import { dressed } from './aspecto.ts'
import { type Correo, findCorreo, listCorreos } from './store.ts'

/** A mail's page loads its own styles and its logo, and nothing else. */
const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** For a mail whose text has been deleted. */
const GONE = 'El texto de este correo ya se borró.'

const query = z.object({ para: textField(EMAIL_MAX).optional() })
const params = z.object({
  id: z.coerce
    .number()
    .int()
    .max(2 ** 31 - 1),
})

/**
 * /dev/correo: mails that are kept instead of sent, for trying the shop out on this machine. They hold links
 * to orders and accounts, so it does not exist in production, with a real mailer, or for other machines.
 */
export function devCorreoRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'files' | 'log' | 'mailer' | 'production' | 'tienda'>,
): void {
  const { db, mailer, production } = deps
  if (production || mailer.kind !== 'bandeja') return

  app.get('/dev/correo', { schema: { querystring: query } }, async (request, reply) => {
    if (!isLocalPeer(request)) throw notFound()
    const { para } = request.query as z.output<typeof query>
    const correos = await listCorreos(db, para?.trim() || undefined)
    reply.header('cache-control', 'no-store').header('vary', 'accept')
    if (request.headers.accept?.includes('application/json')) return correos.map(asJson)
    return reply.header('content-security-policy', CSP).type('text/html; charset=utf-8').send(asPage(correos))
  })

  app.get('/dev/correo/:id', { schema: { params } }, async (request, reply) => {
    if (!isLocalPeer(request)) throw notFound()
    const correo = await findCorreo(db, (request.params as z.output<typeof params>).id)
    if (!correo) throw notFound()
    reply.header('cache-control', 'no-store').header('content-security-policy', CSP)
    const { html: shown } = await dressed(deps, correo.html, inIt)
    return reply.type('text/html; charset=utf-8').send(shown || GONE)
  })
}

const inIt = (logo: Buffer): string => `data:image/png;base64,${logo.toString('base64')}`

const asJson = ({ id, para, asunto, texto, html, creado }: Correo) => ({
  id,
  para,
  asunto,
  texto,
  html,
  fecha: creado.toISOString(),
})

function asPage(correos: Correo[]): string {
  const items = correos.map(
    ({ id, para, asunto, texto, creado }) => html`<li><details>
<summary>${formatMoment(creado)} · ${para} · <b>${asunto}</b></summary>
<p><a href="/dev/correo/${id}">Verlo como llega</a></p>
<pre>${texto || GONE}</pre>
</details></li>`,
  )
  const list = items.length ? html`<ol>${items}</ol>` : html`<p>Todavía no se mandó ningún correo.</p>`
  return `<!doctype html>${
    html`<html lang="es-AR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Correo</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}ol{list-style:none;padding:0}li{border-bottom:1px solid #ddd;padding:.75rem 0}summary{cursor:pointer}pre{white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head><body><h1>Correo</h1>${list}</body></html>`.markup
  }`
}
