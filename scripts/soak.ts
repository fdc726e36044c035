// npm run soak: the long rounds of the *.soak.test.ts files. npm test runs the same files with short ones.
// npm run soak -- llenar --pedidos N --correos N: a past of that size in DATABASE_URL or DATA_DIR.
import { spawnSync } from 'node:child_process'
import { provideChromium } from './chromium.ts'
import { check, finish, sum, vitest } from './steps.ts'

const [what, ...rest] = process.argv.slice(2)
if (what === 'llenar') {
  const { status } = spawnSync(
    process.execPath,
    ['--import', './scripts/preload.mjs', 'scripts/fill.ts', ...rest],
    { stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}
const env = { SOAK: '1' }
Object.assign(process.env, env) // for the benchmark
const filters = process.argv.slice(2)
const files = filters.length ? filters : ['.soak.test']
const server = vitest(
  'rules and features',
  ['--project', 'rules', '--project', 'server', '--passWithNoTests', ...files],
  env,
)
const journeys = vitest('journeys', ['--config', 'e2e/vitest.config.ts', '--passWithNoTests', ...files], {
  ...env,
  ...(await provideChromium()),
})
const memory = filters.length
  ? []
  : [check('memory after ten minutes of load', 'node', ['bench/run.ts', 'http/carga'])]
finish(sum([server, journeys, ...memory]))
