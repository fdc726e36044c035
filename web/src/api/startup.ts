import type { Api } from '@imprimitodo/shared/api'
import type { Answered } from '@imprimitodo/shared/api/endpoint'
import { setLoyaltyBase } from './base.ts'
import { call } from './call.ts'

/** The public key that our screens send. */
const SECRET = 'imprimitodo-web'

type Preferencias = Answered<Api['POST /api/obtener_preferencias_locales/']>

/** Defaults that are enough for public pages. */
const FALLBACK: Preferencias = {
  debug: false,
  api_fidelizacion: '',
  recaptcha_site_key: null,
  mapa_teselas: null,
}

let loading: Promise<Preferencias | null> | null = null

/** Asks for the startup configuration once, beside everything else. False if it failed: the next call asks again. */
export async function start(): Promise<boolean> {
  loading ??= load()
  setLoyaltyBase(loading.then((found) => found?.api_fidelizacion.replace(/\/$/, '') ?? ''))
  const found = await loading
  if (!found) loading = null
  return found !== null
}

/** The startup configuration, or its defaults. */
export const preferencias = async (): Promise<Preferencias> => (await loading) ?? FALLBACK

async function load(): Promise<Preferencias | null> {
  try {
    const answer = await call('POST /api/obtener_preferencias_locales/', {
      body: { secret: SECRET },
      form: true,
    })
    if (answer.ok) return answer.data
    console.error('La configuración del entorno no se pudo cargar:', answer.status)
  } catch (error) {
    console.error('La configuración del entorno no se pudo cargar:', error)
  }
  return null
}
