import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { lastWords } from './hijo.ts'

test('of a child that crashed the error is told, not the version that Node writes under it', () => {
  const { stderr } = spawnSync(process.execPath, ['/no/existe.mjs'], { encoding: 'utf8' })
  expect(stderr.trim()).toMatch(/\nNode\.js v\S+$/)
  expect(lastWords(stderr)).toBe("Error: Cannot find module '/no/existe.mjs'")
  expect(lastWords('aviso\nNo hay lugar en el disco.\n')).toBe('No hay lugar en el disco.')
  expect(lastWords('')).toBe('')
})

test('npm run backup with a mistyped DATA_DIR makes no installation there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-sin-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const command = fileURLToPath(new URL('../../backup-command.ts', import.meta.url))
  const { status, stderr } = spawnSync(
    process.execPath,
    [...process.execArgv, command, 'backup', join(folder, 'a.respaldo')],
    { encoding: 'utf8', env: { PATH: process.env.PATH, DATA_DIR: folder } },
  )
  expect([status, stderr.trim()]).toEqual([1, `En ${folder} no hay ninguna tienda. Corregí DATA_DIR.`])
  expect(readdirSync(folder)).toEqual([])
})
