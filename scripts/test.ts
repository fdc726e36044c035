// npm test: checks, rules, features and journeys, with short rounds of the long tests. The last line is the sum.
import { runChecks } from './check.ts'
import { runJourneys } from './e2e.ts'
import { begin, check, finish, sum } from './steps.ts'

begin('npm test', 26)
// A loaded machine is sometimes late: one retry. The part's line counts retried tests, and the end names them
const ONCE_MORE = ['--retry=1']
const checks = await runChecks(ONCE_MORE)
const bundle = check('bundle', 'node', ['scripts/check-bundle.ts'])
// Tests the build that `npm start` runs, just built by pretest: it starts sooner than the sources
finish(sum([checks, bundle, await runJourneys(ONCE_MORE, { SHOP_BUILT: '1' })]))
