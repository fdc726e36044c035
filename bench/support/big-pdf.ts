import { closeSync, openSync, writeSync } from 'node:fs'

const MB = 1024 ** 2

/** One page and a stream that no reader shows: valid, and as long as asked. */
export function writeBigPdf(path: string, bytes: number): void {
  const out = openSync(path, 'w')
  let at = 0
  const offsets: number[] = []
  const write = (text: string | Buffer) => {
    at += writeSync(out, text as Buffer)
  }
  const object = (body: string) => {
    offsets.push(at)
    write(`${offsets.length} 0 obj\n${body}`)
  }
  write('%PDF-1.4\n')
  object('<</Type/Catalog/Pages 2 0 R>>\nendobj\n')
  object('<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n')
  object('<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n')
  object(`<</Length ${bytes}>>\nstream\n`)
  const block = Buffer.alloc(MB, 'ImprimiTodo ')
  for (let left = bytes; left > 0; left -= MB) write(block)
  write('\nendstream\nendobj\n')
  const xref = at
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`)
  write(`trailer\n<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`)
  closeSync(out)
}
