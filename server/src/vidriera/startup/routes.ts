import { timingSafeEqual } from 'node:crypto'
import multipart from '@fastify/multipart'
import { PREFERENCIAS_SECRET, startupApi } from '@imprimitodo/shared/api/startup'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { acceptForms } from '../../base/http/bodies.ts'
import { refuse } from '../../base/http/errors.ts'
import { readForm } from '../../base/http/form.ts'
import { originOf } from '../../base/http/origin.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'

const FORM = { known: ['secret'], maxBytes: 10_000, maxParts: 10 }

/**
 * The web's first call. In a scope of its own: the only call that takes a form, of either kind, as well as
 * JSON.
 */
export function startupRoutes(
  app: FastifyInstance,
  {
    captcha,
    maps,
    production,
    publicUrl,
    loyaltyUrl,
  }: Pick<Deps, 'captcha' | 'loyaltyUrl' | 'maps' | 'production' | 'publicUrl'>,
): void {
  const routes: FastifyPluginAsync = async (scope) => {
    acceptForms(scope)
    await scope.register(multipart)
    scope.addHook('preValidation', async (request, reply) => {
      if (request.isMultipart()) request.body = await readForm(request, reply, FORM)
    })
    serve(scope, startupApi, {
      'POST /api/obtener_preferencias_locales/': async ({ body, request }) => {
        if (!isSecret(body?.secret ?? '')) throw refuse(403, 'La clave del sitio no es correcta.')
        return {
          debug: !production,
          api_fidelizacion: loyaltyUrl ?? originOf(request, publicUrl),
          recaptcha_site_key: captcha.siteKey,
          mapa_teselas: maps.teselas,
        }
      },
    })
  }
  app.register(routes)
}

function isSecret(text: string): boolean {
  const [sent, ours] = [Buffer.from(text), Buffer.from(PREFERENCIAS_SECRET)]
  return sent.length === ours.length && timingSafeEqual(sent, ours)
}
