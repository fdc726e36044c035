// What the papers about security name as a proof is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDERS = ['server/src', 'shared/src', 'web/src', 'agent/src', 'e2e', 'bench']
const tests = FOLDERS.flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:test|bench)\.tsx?$/.test(file))
    .map((file) => readFileSync(`${root}/${folder}/${file}`, 'utf8')),
).join('\n')

test.each(['docs/security.md', 'docs/asvs.md'])('%s names files and titles of tests that exist', (paper) => {
  const text = readFileSync(`${root}/${paper}`, 'utf8')
  const files = [...text.matchAll(/`([\w./-]+\.(?:test|bench)\.tsx?)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(20)
  expect(
    files.filter((file) => !existsSync(`${root}/server/src/${file}`) && !existsSync(`${root}/${file}`)),
  ).toEqual([])
  // A title may be cut by … at either end
  const cells = text.split(/[|\n]/).filter((cell) => /\.test\.tsx?`/.test(cell))
  const titles = cells.flatMap((cell) =>
    [...cell.matchAll(/«(?:… ?)?([^»]+?)…?»/g)].map(([, title = '']) => title),
  )
  expect(titles.filter((title) => !tests.includes(title))).toEqual([])
})
