// node tools/dibujos/index.ts: draws the demo shop's pictures again (server/src/vidriera/demo/dibujos). With a folder as
// argument it also leaves a sheet of all of them there, to look at.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { DIBUJOS } from './catalogo.ts'

const TARGET = join(import.meta.dirname, '../../server/src/vidriera/demo/dibujos')
const [folder] = process.argv.slice(2)

rmSync(TARGET, { recursive: true, force: true })
mkdirSync(TARGET, { recursive: true })
let bytes = 0
const small = []
for (const [name, svg] of Object.entries(DIBUJOS)) {
  const picture = sharp(Buffer.from(svg))
  const webp = await picture.webp({ lossless: true, effort: 6 }).toBuffer()
  writeFileSync(join(TARGET, `${name}.webp`), webp)
  bytes += webp.length
  // What Home asks for first: there at once on a first start, where everything else is made at the first look
  for (const width of [320, 640]) {
    const avif = await sharp(webp).resize(width).avif({ quality: 50, effort: 4 }).toBuffer()
    writeFileSync(join(TARGET, `${name}-${width}.avif`), avif)
    bytes += avif.length
  }
  if (folder) small.push(await sharp(webp).resize(300).png().toBuffer())
}
console.log(`${Object.keys(DIBUJOS).length} pictures, ${Math.round(bytes / 1024)} KB`)
if (folder) {
  const columns = 8
  const rows = Math.ceil(small.length / columns)
  await sharp({ create: { width: columns * 310, height: rows * 310, channels: 3, background: '#fff' } })
    .composite(
      small.map((input, at) => ({ input, left: (at % columns) * 310, top: Math.floor(at / columns) * 310 })),
    )
    .png()
    .toFile(join(folder, 'muestrario.png'))
}
