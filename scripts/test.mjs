// npm test: checks, rules, features and journeys, with short rounds of the long tests. The last line is the sum.
import { runChecks } from './check.mjs'
import { runJourneys } from './e2e.mjs'
import { check, finish, sum } from './steps.mjs'

const checks = runChecks()
const bundle = check('bundle', 'node', ['scripts/check-bundle.mjs'])
// A browser on a machine with more to do than it can is late now and then: one more try, and the end names who needed it
// What `npm start` runs, as pretest just built it: it starts sooner than the sources
finish(sum([checks, bundle, await runJourneys(['--retry=1'], { SHOP_BUILT: '1' })]))
