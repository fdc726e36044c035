// The last script of a page made ahead, which it stands in (scripts/build-web.ts). Loads and runs the page's code once
// the page and its main picture have been painted (at the latest after a second), and makes its first calls then
// (first.ts). A hidden tab is not painted.

/**
 * Put in by the build: the entry of the page's code, the other files that the entry and the screen need, and the style
 * sheets whose text is in the page.
 */
declare const ENTRY: string
declare const MODULES: string[]
declare const STYLES: string[]

let waits = true

function go(): void {
  if (!waits) return
  waits = false
  globalThis.askEarly?.()
  for (const href of STYLES) name('stylesheet', href, true)
  for (const href of MODULES) name('modulepreload', href)
  void import(ENTRY)
}

/**
 * A style sheet that is named and disabled counts as loaded for Vite's code, and no browser fetches it. Named in the
 * page's own HTML it would be: Chromium fetches also disabled ones that it sees while it reads the page.
 */
function name(rel: string, href: string, disabled = false): void {
  const link = document.createElement('link')
  link.disabled = disabled
  link.rel = rel
  link.href = href
  document.head.append(link)
}

function onceShown(next: () => void): void {
  requestAnimationFrame(() => void setTimeout(next))
}

function afterPicture(): void {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
  const shown = () => onceShown(go)
  if (picture) picture.decode().then(shown, shown)
  else go()
}

if (document.hidden) go()
else onceShown(afterPicture)
setTimeout(go, 1000)

export {}
