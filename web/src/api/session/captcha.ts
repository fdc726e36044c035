import type { ACCIONES } from '@imprimitodo/shared/api/auth'
import { call } from '../call.ts'
import { RefusedError } from '../query-client.ts'
import { preferencias } from '../startup.ts'
import type { Parametros, Solucion } from './prueba.ts'

type Accion = (typeof ACCIONES)[number]

/**
 * The anti-bot check before a customer's or a clerk's login: reCAPTCHA where the shop has it, else (or where
 * reCAPTCHA does not answer or is not accepted) the embedded proof of work. False if the server refuses both;
 * throws without network.
 */
export async function passCaptcha(accion: Accion): Promise<boolean> {
  const { recaptcha_site_key } = await preferencias()
  if (recaptcha_site_key) {
    const { recaptchaToken } = await import('./recaptcha.ts')
    const token = await recaptchaToken(recaptcha_site_key, accion)
    if (token && (await control(token, accion))) return true
  }
  return control(await (accion === 'login' ? takeProof() : proof(accion)), accion)
}

/** Shorter than the time for which the server accepts a proof (two minutes). */
const FRESH_MS = 90_000
let prepared: { proof: Promise<string>; until: number } | null = null

/**
 * Begins the proof of work while the credentials are typed, so that a slow phone has finished when they are
 * sent. If it fails, it is tried again then.
 */
export async function prepareCaptcha(): Promise<void> {
  if (prepared && Date.now() < prepared.until) return
  const own = { proof: preparedProof(), until: Date.now() + FRESH_MS }
  prepared = own
  await own.proof.catch(() => {
    if (prepared === own) prepared = null
  })
}

async function preparedProof(): Promise<string> {
  const { recaptcha_site_key } = await preferencias()
  if (recaptcha_site_key) throw new Error('reCAPTCHA needs none')
  return proof('login')
}

/** The prepared proof, which is valid once, or a new one. */
async function takeProof(): Promise<string> {
  const taken = prepared
  prepared = null
  if (!taken || Date.now() >= taken.until) return proof('login')
  return taken.proof.catch(() => proof('login'))
}

async function control(recaptcha_token: string, action: Accion): Promise<boolean> {
  const { ok } = await call('POST /api/auth/controlar_captcha/', {
    body: { recaptcha_token, action },
  })
  return ok
}

async function proof(action: Accion): Promise<string> {
  const answer = await call('GET /api/auth/captcha-desafio', { query: { action } })
  if (!answer.ok) throw new RefusedError(answer)
  const challenge = answer.data
  const solution = await work(challenge.parameters)
  return `altcha.${btoa(JSON.stringify({ challenge, solution }))}`
}

/** In a worker; on this thread where there is none. */
async function work(parametros: Parametros): Promise<Solucion> {
  const worker = startWorker()
  if (!worker) return (await import('./prueba.ts')).solve(parametros)
  try {
    return await new Promise<Solucion>((resolve, reject) => {
      worker.onmessage = ({ data }) =>
        data.solucion ? resolve(data.solucion) : reject(new Error(data.error))
      worker.onerror = () => reject(new Error('The worker failed'))
      worker.postMessage(parametros)
    })
  } catch {
    return (await import('./prueba.ts')).solve(parametros)
  } finally {
    worker.terminate()
  }
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./prueba-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return null // an old browser, or one whose settings forbid it
  }
}
