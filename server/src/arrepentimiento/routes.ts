import { arrepentimientoApi } from '@imprimitodo/shared/api/arrepentimiento'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import { serve } from '../core/serve.ts'
import { takeBack } from './service.ts'

const WINDOW_MS = 15 * 60_000
/** A mobile carrier's address is shared by many. */
const MAX_OF_ADDRESS = 30
/** Mails one address gets because somebody typed it. Beyond these it is kept all the same: nobody loses a right. */
const MAX_MAILS = 5
const MAIL_WINDOW_MS = 24 * 3600_000

export function arrepentimientoRoutes(app: FastifyInstance, deps: Deps): void {
  const ofAddress = deps.limits('arrepentimiento', MAX_OF_ADDRESS, WINDOW_MS)
  const mails = deps.limits('arrepentimiento-mails', MAX_MAILS, MAIL_WINDOW_MS)
  serve(app, arrepentimientoApi, {
    'POST /api/arrepentimiento': async ({ body, request, reply }) => {
      const key = addressKey(request.ip)
      if (!ofAddress.take(key)) throw tooMany(reply, ofAddress.secondsLeft(key))
      const { codigo, creado } = await takeBack(deps, body, {
        mayMail: () => mails.take(body.email.toLowerCase()),
      })
      return { codigo, recibido: creado.toISOString() }
    },
  })
}
