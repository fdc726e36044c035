import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

describe('passwords', () => {
  it('the right one is accepted, any other is not', async () => {
    const hash = await hashPassword('Cañón-2026')
    expect(await verifyPassword('Cañón-2026', hash)).toBe(true)
    for (const wrong of ['cañón-2026', 'Cañón-2026 ', 'Canon-2026', ''])
      expect(await verifyPassword(wrong, hash), wrong).toBe(false)
  })

  it('composed and decomposed letters make the same password', async () => {
    const hash = await hashPassword('ñandú'.normalize('NFD'))
    expect(await verifyPassword('ñandú'.normalize('NFC'), hash)).toBe(true)
  })

  it('is stored as argon2id with its parameters and a salt of its own', async () => {
    const [one, two] = [await hashPassword('igual'), await hashPassword('igual')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
  })

  it('a hash that cannot be computed fails alone: the next in line is answered', async () => {
    const hash = await hashPassword('password')
    const broken = verifyPassword('password', hash.replace('t=2', 't=0'))
    const next = verifyPassword('password', hash)
    await expect(broken).rejects.toThrow()
    expect(await next).toBe(true)
  })

  it('the stored parameters are those that are used', async () => {
    const other = (await hashPassword('password')).replace('m=19456', 'm=19457')
    expect(await verifyPassword('password', other)).toBe(false)
  })

  it('are hashed under `node --watch` too, whose messages pass through the same thread', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-watch-'))
    const program = join(folder, 'program.mjs')
    const source = new URL('./password.ts', import.meta.url).href
    writeFileSync(program, `import { hashPassword } from '${source}'\nconsole.log(await hashPassword('x'))`)
    const child = spawn(process.execPath, ['--watch', program])
    onTestFinished(() => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
      })
    await expect.poll(() => said).toMatch(/\$argon2id\$|Failed running/)
    expect(said).not.toContain('Failed running')
  })

  it('a stored text that is no hash of ours is a bug', async () => {
    await expect(verifyPassword('x', 'md5:abc')).rejects.toThrow('Not a password hash')
  })
})
