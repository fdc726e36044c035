import { writeSync } from 'node:fs'
import type { PdfFile, StoredObject } from '../syntax/pdf-file.ts'
import {
  type Dictionary,
  numbersIn,
  readDictionary,
  referencesIn,
  withoutDictionaries,
  writeDictionary,
} from '../syntax/pdf-syntax.ts'
import { createPdfWriter } from '../syntax/pdf-writer.ts'

/**
 * Entries that a stream must not have: bytes that are elsewhere, pages of other files, alternate pictures for
 * printing, files, and private data of programs.
 */
const NOT_OF_STREAMS = [
  '/F',
  '/FFilter',
  '/FDecodeParms',
  '/Ref',
  '/OPI',
  '/Alternates',
  '/AF',
  '/PieceInfo',
  '/Metadata',
  '/StructParent',
  '/StructParents',
]

/** Types of dictionaries of documents and of reader actions: paper needs none. */
const TYPES = new Set(
  'Action Annot Catalog EmbeddedFile Filespec Metadata Page Pages StructElem StructTreeRoot'
    .split(' ')
    .map((name) => `/${name}`),
)
const ACTIONS = new Set(
  'GoTo GoToR GoToE GoTo3DView Hide ImportData JavaScript Launch Movie Named Rendition ResetForm RichMediaExecute SetOCGState Sound SubmitForm Thread Trans URI'
    .split(' ')
    .map((name) => `/${name}`),
)
const SUSPECT = new RegExp(`(?:/JS|/EF|${[...TYPES, ...ACTIONS].join('|')})\\b`)

/**
 * Points. A finer pattern is invisible: PDFium skips it, and other readers draw each of its billions of
 * tiles.
 */
const FINEST_STEP = 0.05

const BLANKS = Buffer.alloc(2 ** 20, ' ')

/** An object that we add. `data`: a stream's stored bytes; `text` is then its dictionary. */
export type NewObject = { text: string; data?: Buffer | undefined }

/**
 * Turns a merged file into a print file, in place: `objects` replace its own, the catalog among them, and
 * objects that they do not need are overwritten with blanks. So the bytes contain no replaced object, no
 * action and no link outside, and a gigabyte of scans is not copied.
 */
export function rewriteForPaper(file: PdfFile, objects: Map<number, NewObject>): void {
  const kept = new Map<number, number>()
  const changed: { number: number; text: string; stored: StoredObject }[] = []
  const numbers = [file.root]
  const seen = new Set(numbers)
  const follow = (text: string) => {
    for (const next of referencesIn(text)) {
      if (seen.has(next)) continue
      seen.add(next)
      numbers.push(next)
    }
  }
  for (const number of numbers) {
    const ours = objects.get(number)
    if (ours) {
      ours.text = withInertEntries(ours.text)
      follow(ours.text)
      continue
    }
    const stored = file.object(number)
    if (!stored) continue
    const text = forPaper(stored)
    follow(text)
    if (text === stored.text) kept.set(number, file.offsets[number] ?? 0)
    else changed.push({ number, text, stored })
  }
  const writer = createPdfWriter(file.fd, file.fileSize, kept)
  for (const { number, text, stored } of changed) {
    if (stored.stream && text !== 'null') writer.stream(number, text, stored.stream)
    else writer.object(number, text)
  }
  for (const number of numbers) {
    const ours = objects.get(number)
    if (ours) writer.object(number, ours.text, ours.data)
  }
  writer.end(`/Size ${Math.max(...numbers) + 1} /Root ${file.root} 0 R`)
  blankOthers(file, kept)
}

/** Overwrites what stands between the kept objects. */
function blankOthers(file: PdfFile, kept: Map<number, number>): void {
  const places = [...file.offsets.entries()].filter(([, offset]) => offset > 0).sort((a, b) => a[1] - b[1])
  let from: number | undefined
  const until = (end: number) => {
    if (from !== undefined) blank(file.fd, from, end)
    from = undefined
  }
  for (const [number, offset] of places) {
    if (kept.has(number)) until(offset)
    else from ??= offset
  }
  from ??= file.tableAt // behind the last object
  until(file.fileSize)
}

function blank(fd: number, from: number, to: number): void {
  for (let at = from; at < to; at += BLANKS.length)
    writeSync(fd, BLANKS, 0, Math.min(BLANKS.length, to - at), at)
}

/**
 * Our own objects may have types that others may not have, but their values come from the customer's file.
 */
function withInertEntries(text: string): string {
  const entries = [...(readDictionary(text, 0)?.dictionary ?? [])]
  return writeDictionary(new Map(entries.map(([key, value]) => [key, inert(value)])))
}

const inert = (text: string) => (SUSPECT.test(text) ? withoutDictionaries(text, isUnwanted) : text)

function forPaper({ text, stream }: StoredObject): string {
  const kept = inert(text)
  if (!stream || kept === 'null') return kept
  const dictionary = readDictionary(kept, 0)?.dictionary ?? new Map()
  if (dictionary.get('/PatternType') === '1' && isTooFine(dictionary)) return 'null'
  if (!NOT_OF_STREAMS.some((key) => dictionary.has(key))) return kept
  return writeDictionary(new Map([...dictionary].filter(([key]) => !NOT_OF_STREAMS.includes(key))))
}

function isUnwanted(dictionary: Dictionary): boolean {
  return (
    TYPES.has(dictionary.get('/Type') ?? '') ||
    ACTIONS.has(dictionary.get('/S') ?? '') ||
    dictionary.has('/JS') ||
    dictionary.has('/EF')
  )
}

/**
 * Whether a tiling is too fine, or does not say how fine it is. The page's proof tells if paper then shows
 * less.
 */
function isTooFine(pattern: Dictionary): boolean {
  const [a = 1, b = 0, c = 0, d = 1] = numbersIn(pattern.get('/Matrix') ?? '[ 1 0 0 1 0 0 ]')
  const across = Math.abs(Number(pattern.get('/XStep'))) * Math.hypot(a, b)
  const down = Math.abs(Number(pattern.get('/YStep'))) * Math.hypot(c, d)
  return !(across >= FINEST_STEP && down >= FINEST_STEP)
}
