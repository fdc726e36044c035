// npm run check: everything that needs no browser. Also the first part of npm test.
import { audit } from './check-audit.mjs'
import { check, finish, sum, vitest } from './steps.mjs'

/** @param {string[]} args for vitest */
export function runChecks(args = []) {
  return sum([
    check('biome', 'biome', ['check']),
    check('tsc', 'tsc', ['-p', '.']),
    check('check-imports', 'node', ['scripts/check-imports.mjs']),
    check('knip', 'knip'),
    check('check-regex', 'node', ['scripts/check-regex.mjs']),
    check('check-licences', 'node', ['scripts/check-licences.mjs']),
    audit(),
    vitest(['--project', 'rules', '--project', 'server', ...args]),
  ])
}

if (import.meta.main) finish(runChecks())
