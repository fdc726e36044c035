// npm run check: everything that needs no browser. Also the first part of npm test.
import { audit } from './check-audit.ts'
import { begin, type Count, check, finish, sum, vitest } from './steps.ts'

/** @param args for vitest */
export function runChecks(args: string[] = []): Count {
  return sum([
    check('biome', 'biome', ['check']),
    check('tsc', 'tsc', ['-p', '.']),
    check('check-imports', 'node', ['scripts/check-imports.mjs']),
    check('knip', 'knip'),
    check('check-regex', 'node', ['scripts/check-regex.mjs']),
    check('check-licences', 'node', ['scripts/check-licences.ts']),
    audit(),
    vitest('rules and features', args),
  ])
}

if (import.meta.main) {
  begin('npm run check', 10)
  finish(runChecks())
}
