// Small pages that stand by themselves, for who came without the app: nothing of the build is needed for them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mailPage } from './mail-page.ts'

const CSP =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A browser that goes somewhere, not a call of the app. */
export const asksForPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)

export const sendPlainPage = (reply: FastifyReply, page: Parameters<typeof mailPage>[0]): FastifyReply =>
  reply
    .headers({ 'content-security-policy': CSP, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(mailPage(page))
