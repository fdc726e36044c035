const AGAIN_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000]

/**
 * A screen's code and its style sheet are loaded apart, and only the code is asked for again when it is needed: after a
 * cut just then the screen would come without its style. So a sheet that did not arrive is asked for again, for two
 * minutes. One of an older version never arrives: then the page is loaded anew with the next screen (outdated.ts).
 */
export function askAgainForStyles(): void {
  const tries = new Map<string, number>()
  // Failures of a link do not bubble
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      const { href } = target
      const before = tries.get(href) ?? 0
      const wait = AGAIN_MS[before]
      if (wait === undefined) return
      tries.set(href, before + 1)
      setTimeout(() => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = href
        target.replaceWith(link)
      }, wait)
    },
    true,
  )
}
