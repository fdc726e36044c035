import { deflateSync } from 'node:zlib'

/** PDFs for tests, written by hand: each object is its text, numbered from 1; the first one is the catalog. */
export function tinyPdf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let size = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    size += part.length
  }
  for (const [index, body] of objects.entries()) {
    offsets.push(size)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    add(typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
    add(Buffer.from('\nendobj\n'))
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  add(
    Buffer.from(`${head}trailer << /Root 1 0 R /Size ${objects.length + 1} >>\nstartxref\n${size}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}

/** A stream object; `entries` are more of its dictionary. */
export function stream(content: string | Buffer, entries = ''): Buffer {
  const data = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const head = Buffer.from(`<< /Length ${data.length} ${entries} >>\nstream\n`)
  return Buffer.concat([head, data, Buffer.from('\nendstream')])
}

export const flate = (content: string | Buffer, entries = ''): Buffer =>
  stream(deflateSync(content, { level: 9 }), `/Filter /FlateDecode ${entries}`)

/** A page of a test document: its content, and the other entries of its dictionary (by default A4). */
export type TinyPage = { content?: string; entries?: string }

/** A document of such pages. `extra` objects are numbered from 100 on. */
export function tinyPages(pages: TinyPage[], extra: (string | Buffer)[] = [], catalog = ''): Buffer {
  const kids = pages.map((_, index) => `${3 + index * 2} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [ ${kids} ] >>`,
  ]
  pages.forEach(({ content = '', entries = '/MediaBox [0 0 595.28 841.89]' }, index) => {
    objects.push(`<< /Type /Page /Parent 2 0 R /Contents ${4 + index * 2} 0 R ${entries} >>`, stream(content))
  })
  if (extra.length > 0) while (objects.length < 99) objects.push('null')
  return tinyPdf([...objects, ...extra])
}

/** A4 pages with a coloured bar each. */
export const colored = (pages: number, rgb = '1 0 0'): Buffer =>
  tinyPages(Array.from({ length: pages }, () => ({ content: `${rgb} rg 100 600 200 100 re f` })))

/** A4 pages in black only. */
export const black = (pages: number): Buffer => colored(pages, '0 0 0')
