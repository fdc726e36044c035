// npm run budgets: writes what each call may cost into docs/security.md. The same test fails if the document
// is outdated.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const { status } = spawnSync(
  process.execPath,
  ['node_modules/.bin/vitest', 'run', '--project', 'server', 'server/src/budgets.test.ts'],
  { cwd: join(import.meta.dirname, '..'), stdio: 'inherit', env: { ...process.env, WRITE_BUDGETS: '1' } },
)
process.exit(status ?? 1)
