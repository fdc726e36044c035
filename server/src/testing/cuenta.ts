import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { listCorreos } from '../gestion/correos/store.ts'
import { eventually, type Shop } from './shop.ts'
import type { Visitor } from './socket.ts'

export const PASSWORD = 'Tinta-y-papel-26'

let counted = 0
/** An address that no other test uses. */
export const newEmail = (): string => `cliente${++counted}-${Date.now()}@example.com`

export const registro = (change: object = {}) => ({
  email: newEmail(),
  nombre: 'ana pérez',
  celular: '3865 15-412233',
  fecha_nacimiento: '1990-05-17',
  password: PASSWORD,
  ...change,
})

/** The mails to one address or to all, newest first. */
export const correosTo = ({ db }: Shop, email: string | undefined) => listCorreos(db, email)

/** The token of the newest mail to `email` whose text matches. */
export async function linkOf({ db }: Shop, email: string, where: RegExp): Promise<string> {
  const found = await eventually(
    async () => (await listCorreos(db, email)).flatMap(({ texto }) => where.exec(texto)?.[1] ?? []),
    (tokens) => tokens.length > 0,
  )
  return found[0] ?? ''
}
export const ACTIVAR = /\/activar\/([\w-]+)/
export const RECUPERAR = /\/recuperar\/([\w-]+)/
export const CONFIRMAR = /\/confirmar-correo\/([\w-]+)/
export const DESHACER = /\/deshacer-correo\/([\w-]+)/

type Answer = Awaited<ReturnType<Shop['post']>>
/** The cookie header for the cookies that an answer sets: 'refresh=abc; cap=def'. */
export const cookiesOf = (answer: Answer): string =>
  answer.cookies
    .filter(({ value }) => value)
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')
export const bearer = (access: string) => ({ authorization: `Bearer ${access}` })

export type Logged = { email: string; access: string; refresh: string }

export async function signUp(shop: Shop, change: object = {}): Promise<string> {
  const form = registro(change)
  const made = await shop.post('/api/clientes/', form)
  if (made.statusCode !== 201) throw new Error(`${made.statusCode} ${made.body}`)
  const activated = await shop.get(`/api/clientes/activar/${await linkOf(shop, form.email, ACTIVAR)}/`)
  if (activated.statusCode !== 200) throw new Error(`${activated.statusCode} ${activated.body}`)
  return form.email
}

export async function logIn(shop: Shop, email: string, password = PASSWORD): Promise<Logged> {
  const answer = await shop.post('/api/auth/login/', { email, password })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  const refresh = answer.cookies.find(({ name }) => name === 'refresh')?.value ?? ''
  return { email, access: answer.json().access, refresh }
}

/** An active account, logged in. */
export const newCliente = async (shop: Shop, change: object = {}): Promise<Logged> =>
  logIn(shop, await signUp(shop, change))

/** Logs in as a browser does, over the socket. */
export async function enterAs(visitor: Visitor, email: string, password = PASSWORD) {
  const answer = await visitor.ask('/api/auth/login/', { body: { email, password } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
  return bearer(answer.json<{ access: string }>().access)
}

/** Registers, activates and enters over the socket. */
export async function joinAs(shop: Shop, visitor: Visitor, change: object = {}) {
  const form = registro(change)
  const made = await visitor.ask('/api/clientes/', { body: form })
  if (made.status !== 201) throw new Error(`${made.status} ${made.body}`)
  await visitor.ask(`/api/clientes/activar/${await linkOf(shop, form.email, ACTIVAR)}/`)
  return { email: form.email, headers: await enterAs(visitor, form.email) }
}

/** A new proof of work, as the browser makes it. */
export async function proof(shop: Shop): Promise<string> {
  const challenge = (await shop.get('/api/auth/captcha-desafio?action=login')).json()
  const solution = await solveChallenge({ challenge, deriveKey })
  return `altcha.${Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')}`
}

/** The cookie header of a visitor who just passed the check. */
export async function passCheck(shop: Shop): Promise<string> {
  return cookiesOf(await shop.post('/api/auth/controlar_captcha/', { recaptcha_token: await proof(shop) }))
}

/** Changes the caller's own account. */
export const change = (shop: Shop, access: string, payload: object) =>
  shop.app.inject({ method: 'PATCH', url: '/api/clientes/actualizar/', payload, headers: bearer(access) })

export const me = async (shop: Shop, access: string) =>
  (await shop.get('/api/clientes/me', bearer(access))).json()

/** The status of a login, each time from another address: none is refused because of earlier failures. */
export const tries = async (shop: Shop, email: string, password: string): Promise<number> =>
  (
    await shop.app.inject({
      method: 'POST',
      url: '/api/auth/login/',
      payload: { email, password },
      remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    })
  ).statusCode
