// npm test: checks, rules, features and journeys, with short rounds of the long tests. The last line is the sum.
import { runChecks } from './check.mjs'
import { runJourneys } from './e2e.mjs'
import { finish, sum } from './steps.mjs'

const checks = runChecks()
finish(sum([checks, await runJourneys()]))
