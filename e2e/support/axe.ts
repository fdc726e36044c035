import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The minified source is half as long as `axe.source`, which takes a browser half a second to read. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Fails with what axe finds on the page as it stands: every rule that is on by default, and WCAG 2.2's target
 * size. The source is evaluated, not added as a script: the page's CSP stays as customers get it.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }),
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary}`),
  )
  expect(found, page.url()).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
