import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const scriptOf = (name: string) => fileURLToPath(new URL(`../../../../scripts/${name}`, import.meta.url))

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imprimitodo-packages-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

describe('licences', () => {
  function check(packages: Record<string, object>) {
    write('package-lock.json', JSON.stringify({ packages }))
    const { status, stderr } = spawnSync(process.execPath, [scriptOf('check-licences.ts'), root], {
      encoding: 'utf8',
    })
    return { status, stderr }
  }
  const one = (license: string | undefined, name = 'paquete', more = {}) =>
    check({ '': {}, [`node_modules/${name}`]: { version: '1.0.0', license, ...more } })

  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', '(MIT AND Zlib)'])('%s is allowed', (license) =>
    expect(one(license)).toEqual({ status: 0, stderr: '' }),
  )

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-or-later',
    'LGPL-3.0-or-later',
    'MPL-2.0',
    'SEE LICENSE IN LICENSE',
    'UNLICENSED',
    'MIT AND GPL-2.0-only',
    '(GPL-2.0-only OR AGPL-3.0-only)',
  ])('%s is refused, and the package is named', (license) =>
    expect(one(license)).toEqual({ status: 1, stderr: `paquete@1.0.0: ${license}\n` }),
  )

  it('a package without a licence is refused, also a package of a package', () =>
    expect(check({ 'node_modules/a/node_modules/b': { version: '2.0.0' } })).toEqual({
      status: 1,
      stderr: 'b@2.0.0: no licence\n',
    }))

  it('packages that only build and test may have licences that running ones may not', () => {
    expect(one('MPL-2.0', 'axe-core', { dev: true }).status).toBe(0)
    expect(one('MPL-2.0', 'axe-core').status).toBe(1)
    expect(one('GPL-3.0-only', 'paquete', { dev: true }).status).toBe(1)
  })

  it('a package whose lock entry names another licence is refused', () => {
    write('node_modules/paquete/package.json', JSON.stringify({ license: 'GPL-3.0-only' }))
    expect(one('MIT').stderr).toBe('paquete@1.0.0: MIT in the lock, GPL-3.0-only in the package\n')
  })
})

describe('known vulnerabilities', () => {
  /** The end of a check whose `npm audit` prints this. */
  function check(printed: string) {
    write('npm', `#!/bin/sh\ncat <<'END'\n${printed}\nEND\n`)
    chmodSync(join(root, 'npm'), 0o755)
    const code = `
      import { audit } from ${JSON.stringify(scriptOf('check-audit.ts'))}
      import { finish, sum } from ${JSON.stringify(scriptOf('steps.ts'))}
      finish(sum([{ passed: 1, failed: 0 }, await audit()]))`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${root}:${process.env.PATH}` },
    })
    return { status, stdout }
  }
  const hole = (severity: string) =>
    JSON.stringify({ vulnerabilities: { a: { name: 'a', severity, range: '<2' } } })

  it.each(['{"error": {"code": "ENOAUDIT"}}', '', 'nonsense'])(
    'that could not be asked for (%j) are "not run": no tick, and nothing fails',
    (printed) => {
      const { status, stdout } = check(printed)
      expect(stdout).toContain('– not run: npm audit')
      expect(stdout).not.toContain('✓')
      expect(status).toBe(0)
      expect(stdout.trim().split('\n').at(-1)).toBe('1 passed, 0 failed')
    },
  )

  it('a severe one in a running package fails, and is named', () => {
    const { status, stdout } = check(hole('high'))
    expect(status).toBe(1)
    expect(stdout.trim().split('\n').at(-1)).toBe('1 passed, 1 failed')
    expect(stdout).toContain('a <2: high')
  })

  it('a less severe one is shown', () => {
    const { status, stdout } = check(hole('moderate'))
    expect(status).toBe(0)
    expect(stdout).toContain('⚠ npm audit: a <2: moderate')
  })

  it('without any there is a tick', () => {
    const { status, stdout } = check('{"vulnerabilities": {}}')
    expect(status).toBe(0)
    expect(stdout).toContain('✓ npm audit')
  })
})
