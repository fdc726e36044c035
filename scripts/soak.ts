// npm run soak: the long rounds of the *.soak.test.ts files. npm test runs the same files with short ones.
// npm run soak -- llenar --pedidos N --correos N: a past of that size in DATABASE_URL or DATA_DIR.
import { spawnSync } from 'node:child_process'
import { provideChromium } from './chromium.ts'
import { check, finish, sum, vitest } from './steps.ts'

const filters = process.argv.slice(2)
if (filters[0] === 'llenar') {
  const { status } = spawnSync(
    process.execPath,
    ['--import', './scripts/preload.mjs', 'scripts/fill.ts', ...filters.slice(1)],
    { stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}
process.env.SOAK = '1'
const files = filters.length ? filters : ['.soak.test']
const server = vitest('rules and features', [
  '--project',
  'rules',
  '--project',
  'server',
  '--passWithNoTests',
  ...files,
])
const journeys = vitest(
  'journeys',
  ['--config', 'e2e/vitest.config.ts', '--passWithNoTests', ...files],
  await provideChromium(),
)
const memory = filters.length
  ? []
  : [check('memory after ten minutes of load', 'node', ['bench/run.ts', 'http/carga'])]
finish(sum([server, journeys, ...memory]))
