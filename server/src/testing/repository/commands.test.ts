// Every command in the README works as the first one on a fresh clone. scripts/fresh-clone.ts really runs
// them.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const file = (name: string) => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(file('package.json'))
const named = [...file('README.md').matchAll(/`(?:[^`]* )?npm (?:run )?([a-z0-9]+)|^npm ([a-z]+)/gm)].map(
  ([, inText, inBlock]) => inText ?? inBlock ?? '',
)

/** They run sources and serve no built page: `npm run dev` has Vite make the pages. */
const WITHOUT_WEB = ['dev', 'backup', 'restore', 'agent', 'migration', 'budgets', 'sbom']

test('the README names all commands that are there', () => {
  const own = Object.keys(scripts).filter((name) => !name.startsWith('pre') && name !== 'build')
  expect([...new Set(named)].sort()).toEqual(own.sort())
})

/** Commands that work without the packages for checks and tests. */
const WITHOUT_DEV = ['start', 'dev', 'backup', 'restore', 'agent']

test.each([...new Set(named)])('npm run %s installs and builds what it needs before it begins', (name) => {
  const web = WITHOUT_WEB.includes(name) ? '' : ' --web'
  const dev = WITHOUT_DEV.includes(name) ? '' : ' --dev'
  expect(scripts[`pre${name}`]).toBe(`node scripts/setup.mjs${web}${dev}`)
})

test('the shop starts with the same options by npm, as a service and in a container', () => {
  const options = (text: string) => / (--.* server\/dist\/main\.cjs)$/m.exec(text)?.[1]
  const inContainer = /^CMD (\["node".*)$/m.exec(file('deploy/Containerfile'))?.[1] ?? ''
  expect(options(scripts.start ?? '')).toContain('preload.mjs')
  expect(options(file('deploy/imprimitodo.service'))).toBe(options(scripts.start ?? ''))
  expect(options(JSON.parse(inContainer).join(' '))).toBe(options(scripts.start ?? ''))
})
