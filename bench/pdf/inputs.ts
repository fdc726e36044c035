import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { createPdfEngine } from '../../server/src/base/pdf/engine.ts'
import type { Stretch } from '../../server/src/base/pdf/port.ts'

const WIDTH = 2480
const HEIGHT = 3508 // A4 at 300 dpi
const LINES = 50

/** A folder and an engine whose first child is warm, both gone afterwards. */
export async function withBench<T>(
  use: (folder: string, engine: ReturnType<typeof createPdfEngine>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pdf-'))
  const engine = createPdfEngine()
  try {
    const [tiny = ''] = await textFiles(folder, 1, 1, 'tibio')
    await engine.inspect(tiny)
    await engine.colorPages(tiny, 1, 1)
    await engine.thumbnail(tiny, 1, 200)
    return await use(folder, engine)
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Distinct A4 files of black text. */
export async function textFiles(
  folder: string,
  files: number,
  pages: number,
  name = 'texto',
): Promise<string[]> {
  const paths: string[] = []
  for (let file = 0; file < files; file++) {
    const document = await PDFDocument.create()
    const font = await document.embedFont(StandardFonts.TimesRoman)
    for (let number = 1; number <= pages; number++) {
      const page = document.addPage([595.28, 841.89])
      for (let line = 0; line < LINES; line++) {
        const text = `Archivo ${file}, página ${number}, renglón ${line}: ${randomBytes(24).toString('base64')}`
        page.drawText(text, { x: 60, y: 790 - line * 15, size: 10, font })
      }
    }
    const path = join(folder, `${name}-${file}.pdf`)
    writeFileSync(path, await document.save())
    paths.push(path)
  }
  return paths
}

/** An A4 scan per page, grey with sensor noise, as a colour JPEG of about `megabytes` in all; written page by page. */
export async function scanFile(path: string, megabytes: number): Promise<{ path: string; pages: number }> {
  const image = await scanImage()
  const pages = Math.ceil((megabytes * 1e6) / image.length)
  const fd = openSync(path, 'w')
  const offsets: number[] = []
  let size = 0
  const write = (part: string | Buffer) => {
    const data = Buffer.from(part)
    writeSync(fd, data)
    size += data.length
  }
  const object = (number: number, ...parts: (string | Buffer)[]) => {
    offsets[number] = size
    for (const part of [`${number} 0 obj\n`, ...parts, '\nendobj\n']) write(part)
  }
  write('%PDF-1.4\n')
  object(1, '<< /Type /Catalog /Pages 2 0 R >>')
  const kids: string[] = []
  const content = 'q 595.2 0 0 841.92 0 0 cm /I Do Q'
  for (let page = 0; page < pages; page++) {
    const number = 3 + page * 3
    kids.push(`${number} 0 R`)
    const resources = `<< /XObject << /I ${number + 2} 0 R >> >>`
    object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.2 841.92] /Contents ${number + 1} 0 R /Resources ${resources} >>`,
    )
    object(number + 1, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    const dictionary = `/Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`
    object(number + 2, `<< ${dictionary} /Length ${image.length} >>\nstream\n`, image, '\nendstream')
  }
  object(2, `<< /Type /Pages /Count ${pages} /Kids [ ${kids.join(' ')} ] >>`)
  const table = size
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}`)
  write(`trailer << /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  closeSync(fd)
  return { path, pages }
}

async function scanImage(): Promise<Buffer> {
  const blotches = await sharp(randomBytes(620 * 877), { raw: { width: 620, height: 877, channels: 1 } })
    .linear(0.25, 180)
    .resize(WIDTH, HEIGHT, { kernel: 'nearest' })
    .raw()
    .toBuffer()
  const noise = randomBytes(WIDTH * HEIGHT)
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < noise.length; at++) {
    const light = Math.min(255, (blotches[at] ?? 0) + ((noise[at] ?? 0) & 15) - 8)
    pixels.fill(light, at * 3, at * 3 + 3)
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

export const whole = (path: string, pages: number, grey = false): Stretch => ({
  path,
  pages: [[1, pages]],
  grey,
  blankBacks: false,
  fillSheet: true,
})

/** The highest resident memory of any of the engine's children so far, in MB; 0 where there is no /proc. */
export function peakMb(pids: number[]): number {
  const peaks = pids.map((pid) => {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  })
  return Math.max(0, ...peaks)
}

export async function timed(use: () => unknown): Promise<number> {
  const start = performance.now()
  await use()
  return performance.now() - start
}
