// npm run check: everything that needs no browser. Also the first part of npm test.
import { audit } from './check-audit.ts'
import { begin, type Count, finish, sideBySide, sum, vitest } from './steps.ts'

/** @param args for vitest */
export async function runChecks(args: string[] = []): Promise<Count> {
  const [holes, checks] = await Promise.all([
    audit(), // waits for the registry
    sideBySide([
      { name: 'tsc', command: 'tsc', args: ['-p', '.'] },
      { name: 'check-regex', command: 'node', args: ['scripts/check-regex.ts'] },
      { name: 'biome', command: 'biome', args: ['check'] },
      { name: 'knip', command: 'knip' },
      { name: 'check-imports', command: 'node', args: ['scripts/check-imports.ts'] },
      { name: 'check-licences', command: 'node', args: ['scripts/check-licences.ts'] },
      { name: 'check-licences of tools', command: 'node', args: ['scripts/check-licences.ts', 'tools'] },
    ]),
  ])
  return sum([holes, checks, vitest('rules and features', args)])
}

if (import.meta.main) {
  begin('npm run check', 14)
  finish(await runChecks())
}
