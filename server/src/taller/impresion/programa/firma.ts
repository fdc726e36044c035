// The key that agents of this installation trust: made with it, the same on all its machines.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { installationSecret } from '../../../base/secrets/secret.ts'

/** PKCS #8 around an Ed25519 seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyOf(dataDir: string): KeyObject {
  const seed = Buffer.from(installationSecret(dataDir, 'programa'), 'base64url')
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

/** Ed25519, SPKI in base64url. */
export const claveDePrograma = (dataDir: string): string =>
  createPublicKey(keyOf(dataDir)).export({ format: 'der', type: 'spki' }).toString('base64url')

/** base64url */
export const signText = (dataDir: string, text: string): string =>
  sign(null, Buffer.from(text), keyOf(dataDir)).toString('base64url')
