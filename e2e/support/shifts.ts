import type { Page } from 'playwright-core'

/** Adds up the layout shifts of each page that no input caused. Start it before the first page. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told = window as unknown as { shifts: number; shifted: string[] }
    told.shifts = 0
    told.shifted = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as {
          value: number
          hadRecentInput: boolean
          sources: { node?: Element }[]
        }
        if (hadRecentInput) continue
        told.shifts += value
        const moved = sources.map(({ node }) => `${node?.nodeName}.${(node as HTMLElement)?.className}`)
        told.shifted.push(`${value.toFixed(4)} ${moved.join(' ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The shifts since the last look, once the page makes no calls and nothing moves any more. */
export async function shiftsOf(page: Page): Promise<{ sum: number; what: string[] }> {
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const told = window as unknown as { shifts: number; shifted: string[] }
    const answer = { sum: told.shifts, what: told.shifted }
    told.shifts = 0
    told.shifted = []
    return answer
  })
}
