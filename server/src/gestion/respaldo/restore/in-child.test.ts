import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../testing/database.ts'
import { testFolder } from '../../../testing/folder.ts'
import { openGate } from '../../../testing/peers/gate.ts'
import { lastWords } from './in-child.ts'

test('of a child that crashed the error is told, not the version that Node writes under it', () => {
  const { stderr } = spawnSync(process.execPath, ['/no/existe.mjs'], { encoding: 'utf8' })
  expect(stderr.trim()).toMatch(/\nNode\.js v\S+$/)
  expect(lastWords(stderr)).toBe("Error: Cannot find module '/no/existe.mjs'")
  expect(lastWords('aviso\nNo hay lugar en el disco.\n')).toBe('No hay lugar en el disco.')
  expect(lastWords('')).toBe('')
})

test('npm run backup whose database goes away says so in one sentence, and leaves no file', async () => {
  const { url } = await testDatabase()
  const gate = await openGate(url)
  onTestFinished(() => gate.close())
  gate.loseAnswerTo('begin isolation level')
  const folder = testFolder('cortada')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const command = fileURLToPath(new URL('../../../backup-command.ts', import.meta.url))
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: gate.url,
    DATA_DIR: folder,
    BACKUP_KEY: '11'.repeat(32),
  }
  const child = spawn(
    process.execPath,
    [...process.execArgv, command, 'backup', join(folder, 'a.respaldo')],
    { env, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([status, said.trim()]).toEqual([1, 'La base de datos se cortó. Probá de nuevo.'])
  expect(readdirSync(folder).filter((name) => name.includes('respaldo'))).toEqual([])
})

test('npm run restore that is stopped while it makes its database says so, and leaves no process', async () => {
  const folder = testFolder('parada')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const archive = join(folder, 'a.respaldo')
  writeFileSync(archive, '')
  const command = fileURLToPath(new URL('../../../backup-command.ts', import.meta.url))
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'datos'), BACKUP_KEY: '11'.repeat(32) }
  const child = spawn(process.execPath, [...process.execArgv, command, 'restore', archive], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await expect
    .poll(() => processesNaming(join(folder, 'datos/postgres')), { timeout: 20_000, interval: 5 })
    .not.toEqual([])
  child.kill('SIGTERM')
  const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect([status, said.trim()]).toEqual([1, 'Se cortó antes de terminar. Repetilo: empieza de nuevo.'])
  await expect.poll(() => processesNaming(join(folder, 'datos/postgres')), { timeout: 5_000 }).toEqual([])
})

/** Processes that have this folder in their command. */
const processesNaming = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false // it ended meanwhile
    }
  })

/** Runs `npm run backup` to a file in `folder`, and returns its exit code and its last words. */
function backupTo(folder: string, env: Record<string, string>) {
  const command = fileURLToPath(new URL('../../../backup-command.ts', import.meta.url))
  const { status, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, command, 'backup', join(folder, 'a.respaldo')],
    { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: folder, ...env } },
  )
  return [status, stderr.trim()]
}

test('npm run backup with a mistyped DATA_DIR makes no installation there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-sin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(backupTo(folder, {})).toEqual([1, `En ${folder} no hay ninguna tienda. Corregí DATA_DIR.`])
  expect(readdirSync(folder)).toEqual([])
})

test('npm run backup says in one sentence which database it does not reach, or which it cannot start', () => {
  const folder = testFolder('sin-base')
  expect(backupTo(folder, { DATABASE_URL: 'postgresql://a:secreto@127.0.0.1:1/tienda' })).toEqual([
    1,
    'DATABASE_URL: en 127.0.0.1:1 no hay ningún PostgreSQL. Fijate que esté andando y que el puerto sea ese.',
  ])
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '9\n')
  expect(backupTo(folder, {})).toEqual([1, expect.stringMatching(/^la base de datos no arrancó\.[^\n]+$/)])
})
