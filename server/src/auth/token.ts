import { randomBytes } from 'node:crypto'
import { isMac, mac } from '../core/sign.ts'

/** How long an access token lives; the web renews it when a call answers 401. */
const ACCESS_SECONDS = 15 * 60

const HEADER = encode({ alg: 'HS256', typ: 'JWT' })

/** `jti`: a renewed token is never the one before, however soon it was renewed. */
type Claims = { sid: string; sub: string; iat: number; exp: number; jti: string }

/** A JWT (RFC 7519) signed with HS256: it names a session, whose row alone says whether it is still good. */
export function signAccess(key: string, sesionId: string, clienteId: number, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const jti = randomBytes(9).toString('base64url')
  const claims: Claims = { sid: sesionId, sub: String(clienteId), iat, exp: iat + ACCESS_SECONDS, jti }
  const content = `${HEADER}.${encode(claims)}`
  return `${content}.${mac(key, content)}`
}

/** The session's id; null for what we did not sign or has expired. The header is compared whole: no other `alg`. */
export function readAccess(key: string, token: string, now: Date): string | null {
  const [header, claims, signature, ...rest] = token.split('.')
  if (header !== HEADER || !claims || !signature || rest.length > 0) return null
  if (!isMac(key, `${header}.${claims}`, signature)) return null
  const { sid, exp }: Claims = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  return exp * 1000 > now.getTime() ? sid : null
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
