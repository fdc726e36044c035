// Makes web/src/ui/fonts/*.woff2 from the @fontsource-variable packages: only the characters of Spanish, only
// the weights that tokens.css names (61 KB -> 28 KB). Run it by hand when either changes; its output is committed.
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const packages = new URL('./node_modules/@fontsource-variable/', import.meta.url)
const target = new URL('../web/src/ui/fonts/', import.meta.url)

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const spanish = 'áéíóúüñÁÉÍÓÚÜÑ¿¡«»“”‘’—–…·•×÷ºª°€−→←✓\u00a0'

/** Headings do without these; where one has them, the text's font draws them. One more round trip is saved. */
const ofTextOnly = /[*<=>@[\\\]^_`{|}~«»‘’•÷€→←✓]/g

const fonts = [
  {
    from: 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    to: 'bricolage-grotesque-800.woff2',
    axes: { wght: 800 },
    text: (ascii + spanish).replaceAll(ofTextOnly, ''),
    licence: 'bricolage-grotesque',
  },
  {
    from: 'figtree/files/figtree-latin-wght-normal.woff2',
    to: 'figtree-400-700.woff2',
    axes: { wght: { min: 400, max: 700 } },
    text: ascii + spanish,
    licence: 'figtree',
  },
]

for (const { from, to, axes, text, licence } of fonts) {
  const whole = await readFile(new URL(from, packages))
  const part = await subsetFont(whole, text, { targetFormat: 'woff2', variationAxes: axes })
  await writeFile(new URL(to, target), part)
  await copyFile(new URL(`${licence}/LICENSE`, packages), new URL(`OFL-${licence}.txt`, target))
  console.log(`${to}: ${whole.length} -> ${part.length} bytes`)
}
