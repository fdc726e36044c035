import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

describe('passwords', () => {
  it('the right one is accepted, any other is not', async () => {
    const hash = await hashPassword('Cañón-2026')
    expect(await verifyPassword('Cañón-2026', hash)).toBe(true)
    for (const wrong of ['cañón-2026', 'Cañón-2026 ', 'Canon-2026', ''])
      expect(await verifyPassword(wrong, hash), wrong).toBe(false)
  })

  it('composed and decomposed letters are the same password', async () => {
    const hash = await hashPassword('ñandú'.normalize('NFD'))
    expect(await verifyPassword('ñandú'.normalize('NFC'), hash)).toBe(true)
  })

  it('is stored as argon2id with its parameters and a salt of its own', async () => {
    const [one, two] = [await hashPassword('igual'), await hashPassword('igual')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
  })

  it('the parameters that are stored are the ones that are used', async () => {
    const other = (await hashPassword('password')).replace('m=19456', 'm=19457')
    expect(await verifyPassword('password', other)).toBe(false)
  })

  it('anything that is no hash of ours is a bug', async () => {
    await expect(verifyPassword('x', 'md5:abc')).rejects.toThrow('Not a password hash')
  })
})
