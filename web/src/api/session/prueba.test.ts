import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Parametros, solve } from './prueba.ts'

afterEach(() => vi.unstubAllGlobals())

const hex = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('hex')

/** As the server makes one: the prefix is half of the key that belongs to `counter`. */
async function challengeFor(counter: number): Promise<{ parametros: Parametros; key: string }> {
  const nonce = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
  const salt = Buffer.from('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex')
  const password = Buffer.concat([nonce, Buffer.alloc(4)])
  password.writeUInt32BE(counter, 16)
  const imported = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const key = hex(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', salt, iterations: 3, hash: 'SHA-256' }, imported, 256),
  )
  const parametros = {
    algorithm: 'PBKDF2/SHA-256',
    nonce: nonce.toString('hex'),
    salt: salt.toString('hex'),
    cost: 3,
    keyLength: 32,
    keyPrefix: key.slice(0, 32),
  }
  return { parametros, key }
}

describe.each([
  ['with crypto.subtle', false],
  ['without it (plain http)', true],
])('%s', (_, isInsecure) => {
  it.each([0, 1, 300])('finds the counter %i and its key', async (counter) => {
    const { parametros, key } = await challengeFor(counter)
    if (isInsecure) vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues })
    expect(await solve(parametros)).toEqual({ counter, derivedKey: key })
  })
})

it('refuses a challenge of a kind it does not know', async () => {
  const { parametros } = await challengeFor(1)
  await expect(solve({ ...parametros, algorithm: 'ARGON2ID' })).rejects.toThrow('ARGON2ID')
})
