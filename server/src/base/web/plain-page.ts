// Small pages that need nothing of the build, for visitors without the app.
import { conNombre } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml, html } from './html.ts'
import { mailPage, mailStyles } from './mail-page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The last known name of the shop: these pages are for when nothing can be looked up. */
    nombreElegido?: () => string | undefined
  }
}

const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Whether a browser navigates, and not a call of the app. */
export const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)

export const sendPlainPage = (reply: FastifyReply, page: Parameters<typeof mailPage>[0]): FastifyReply =>
  reply
    .headers({ 'content-security-policy': CSP, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(conNombre(mailPage(page), reply.server.nombreElegido?.(), escapeHtml))

/** A page that is not there, in the words of the app's own one. For addresses that reach no route. */
export const sendNoPage = (reply: FastifyReply): FastifyReply =>
  sendPlainPage(reply, {
    title: 'Esta página no existe',
    preheader: '',
    body: html`<p style="${mailStyles.text}">La dirección está mal escrita, o la página ya no está.</p><p style="${mailStyles.text}"><a href="/" style="color:inherit">Ir al inicio</a></p>`,
  })
