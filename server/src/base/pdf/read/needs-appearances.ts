import { fstatSync } from 'node:fs'
import { writeDocument } from '../write/write-document.ts'
import type { Pdfium } from './pdfium.ts'

const NO_FORM = 0 // FORMTYPE_NONE
const MOST_KEPT = 2 ** 22 // characters of one dictionary
const MOST_BYTES = 400 * 2 ** 20 // PDFium keeps what it wrote until the document is closed
const TAIL = 1_000 // characters: of a stream they hold the word that ends it, of the table the whole trailer
const WANTED = /\/(?:AcroForm|NeedAppearances)\b/

/**
 * Whether a document's form says that readers have to draw its fields anew (/NeedAppearances, ISO 32000-1 12.7.2).
 * PDFium has no call that tells: it writes the document, whatever its form and encryption, as plain objects, of
 * which these two entries are read. That takes as long as reading the whole file, so only pages with fields ask,
 * and the answer is kept: a file is opened anew for each slice of its colours, each thumbnail and each proof.
 * A file that would not fit into the memory of a child is not asked: its fields are printed as they look.
 */
export function needsAppearances(lib: Pdfium, document: number, fd: number): boolean {
  if (lib.FPDF_GetFormType(document) === NO_FORM) return false
  const { dev, ino, size, mtimeMs, ctimeMs } = fstatSync(fd)
  if (size > MOST_BYTES) return false
  const file = [dev, ino, size, mtimeMs, ctimeMs].join(' ')
  const answer = answers.get(file) ?? readForm(lib, document)
  answers.set(file, answer)
  return answer
}

/** By file, as long as this process lives. */
const answers = new Map<string, boolean>()

function readForm(lib: Pdfium, document: number): boolean {
  const objects = new Map<string, string>()
  let rest = ''
  writeDocument(lib, document, (bytes) => {
    const parts = (rest + Buffer.from(bytes).toString('latin1')).split('endobj')
    rest = parts.pop() ?? ''
    for (const part of parts) note(part, objects)
    if (!isDictionary(rest)) rest = rest.slice(-TAIL)
  })
  const root = /\/Root (\d+) \d+ R/.exec(rest)?.[1]
  const form = /\/AcroForm\s*(?:(\d+) \d+ R|(<<[\s\S]*))/.exec(objects.get(root ?? '') ?? '')
  const entries = form?.[2] ?? objects.get(form?.[1] ?? '') ?? ''
  return /\/NeedAppearances true\b/.test(entries)
}

/** Whether it may become one of the objects that are looked for: neither a stream nor the table. */
const isDictionary = (text: string): boolean =>
  text.length < MOST_KEPT && / obj\b/.test(text.slice(0, 60)) && !text.includes('stream\r\n')

function note(part: string, objects: Map<string, string>): void {
  const number = WANTED.test(part) && /(?:^|\s)(\d+) \d+ obj\b/.exec(part)?.[1]
  if (number) objects.set(number, part)
}
