import * as z from 'zod'
import { textField } from './campos.ts'

/** The public key that our screens send; it protects nothing. */
export const PREFERENCIAS_SECRET = 'imprimitodo-web'

export const startupApi = {
  /** Accepts a form as well as JSON. A wrong `secret`: 403. */
  'POST /api/obtener_preferencias_locales/': {
    body: z.object({ secret: textField(200).nullish() }).nullish(),
    answer: z.object({
      debug: z.boolean(),
      /** Base of the loyalty calls, no trailing slash. */
      api_fidelizacion: z.string(),
      /** Null: the embedded proof of work is the only anti-bot check. */
      recaptcha_site_key: z.string().nullable(),
      /** Template of map tiles with {z}/{x}/{y}. Null: no tiles may be requested, the map is a drawing. */
      mapa_teselas: z.string().nullable(),
    }),
  },
}
