// The last script of a page made ahead, which it stands in (scripts/build-web.ts). Loads and runs the page's code once
// the page and its main picture have been painted (at the latest after a second), and makes its first calls then
// (first.ts). A hidden tab is not painted.

/** Put in by the build: the entry of the page's code, and the other files that the entry and the screen need. */
declare const ENTRY: string
declare const MODULES: string[]

let waits = true

function go(): void {
  if (!waits) return
  waits = false
  globalThis.askEarly?.()
  for (const href of MODULES) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void import(ENTRY)
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
