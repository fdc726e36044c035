import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { createLine } from '../http/line.ts'
import { argon2id } from './password-thread.ts'

/** An event for each password that is hashed: tests compare the cost for accounts of every kind. */
export const PASSWORD_WORK = 'imprimitodo.password'
const worked = channel(PASSWORD_WORK)

/**
 * One at a time in a process: each takes 19 MiB and a core for its 40 ms, and many logins must leave both to
 * all other calls. 50 at once wait 2 s at most.
 */
const inTurn = createLine(1, 500)

/**
 * At least what OWASP's Password Storage Cheat Sheet asks: argon2id, 19 MiB, 2 passes, 1 lane (about 40 ms
 * here).
 */
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const TAG_BYTES = 32

/** A PHC string: the parameters travel with the hash, so that they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return phc(nonce, await derive(parameters(password, nonce, MEMORY_KIB, PASSES, LANES, TAG_BYTES)))
}

/** A hash that no password matches and that costs as much to check: for addresses without an account. */
export const hashOfNobody = (): string => phc(randomBytes(16), randomBytes(TAG_BYTES))

const phc = (nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${encode(nonce)}$${encode(tag)}`

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** @throws if `stored` was not made by hashPassword: that is a bug, not a wrong password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(stored) ?? []
  if (!salt || !hash) throw new Error('Not a password hash of ours.')
  const expected = Buffer.from(hash, 'base64')
  const nonce = Buffer.from(salt, 'base64')
  const wanted = parameters(password, nonce, Number(memory), Number(passes), Number(lanes), expected.length)
  return timingSafeEqual(await derive(wanted), expected)
}

function derive(wanted: Argon2Parameters): Promise<Buffer> {
  return inTurn(() => {
    worked.publish(wanted)
    return argon2id(wanted)
  })
}

function parameters(
  password: string,
  nonce: Buffer,
  memory: number,
  passes: number,
  parallelism: number,
  tagLength: number,
): Argon2Parameters {
  // «ñ» typed composed or decomposed, with whatever keyboard, is the same password
  return { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength }
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')
