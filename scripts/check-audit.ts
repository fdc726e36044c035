// Known vulnerabilities of the packages, by the registry. A check without an answer is "not run", neither
// good nor bad.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type Count, notRun, tellFailure, warn } from './steps.ts'

const TIMEOUT_MS = 60_000
const SEVERE = ['high', 'critical']

/**
 * A severe vulnerability in code that runs fails; others, and those of build and test packages, are listed at
 * the end.
 */
export async function audit(): Promise<Count> {
  const [all, ours] = await Promise.all([ask([]), ask(['--omit=dev'])])
  if (!all || !ours) {
    notRun('npm audit: the registry did not answer. Known holes of packages were not looked for.')
    return { passed: 0, failed: 0 }
  }
  const severe = ours.filter(({ severity }) => SEVERE.includes(severity))
  for (const one of all.filter(({ name }) => !severe.some((bad) => bad.name === name)))
    warn(`npm audit: ${said(one)}`)
  console.log(`${severe.length > 0 ? '✗' : '✓'} npm audit (${all.length} known holes)`)
  for (const one of severe) tellFailure(`npm audit: ${said(one)}`)
  return severe.length > 0 ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 }
}

type Hole = { name: string; severity: string; range: string }

const said = ({ name, severity, range }: Hole): string => `${name} ${range}: ${severity}`

/** Null if the registry did not answer. */
function ask(options: string[]): Promise<Hole[] | null> {
  const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=15000', ...options]
  const where = { cwd: join(import.meta.dirname, '..'), timeout: TIMEOUT_MS }
  // npm also exits with an error when there are vulnerabilities, so only its output tells whether it failed
  return new Promise((resolve) => {
    execFile('npm', args, where, (_, stdout) => resolve(answerOf(stdout)))
  })
}

/** The output of `npm audit --json`; null for an error of the registry or of npm. */
export function answerOf(printed: string): Hole[] | null {
  try {
    const { vulnerabilities } = JSON.parse(printed)
    return vulnerabilities ? Object.values(vulnerabilities) : null
  } catch {
    return null
  }
}
