import { closeSync, openSync } from 'node:fs'
import { openPdfFile, type PdfFile } from '../syntax/pdf-file.ts'
import {
  type Dictionary,
  readDictionary,
  referenceIn,
  referencesIn,
  writeDictionary,
} from '../syntax/pdf-syntax.ts'

/**
 * Layers (optional content, ISO 32000-1 8.11). A document's catalog says which of them print, and merging
 * keeps only pages: a hidden layer would be printed. So each hidden layer is marked in its own file before
 * merging, and the finished work's catalog hides the marked ones.
 */
const HIDDEN_MARK = '/ImprimiTodoOculta'
const BIG_OBJECT = 2 ** 16 // bytes: a layer is a few dozen
const WINDOW = 2 ** 20

export type Layer = { number: number; hidden: boolean }

/** Every layer of a file that qpdf wrote. Streams and other big objects are not read. */
export function findLayers(file: PdfFile): Layer[] {
  const found: Layer[] = []
  for (const [number, text] of smallObjects(file)) {
    if (/\/Type \/OCG[ />]/.test(text)) found.push({ number, hidden: text.includes(HIDDEN_MARK) })
  }
  return found
}

/** The catalog's entry that hides the marked layers. */
export function layersEntry(layers: Layer[]): string {
  const list = (some: Layer[]) => `[ ${some.map(({ number }) => `${number} 0 R`).join(' ')} ]`
  const hidden = layers.filter((layer) => layer.hidden)
  return `<< /OCGs ${list(layers)} /D << /OFF ${list(hidden)} /Order [ ] >> >>`
}

/**
 * Marks the layers that do not print, in a copy of a customer's file that qpdf wrote.
 * @returns whether there are any
 */
export function markHiddenLayers(path: string): boolean {
  const fd = openSync(path, 'r+')
  try {
    const file = openPdfFile(fd)
    const hidden = hiddenLayers(file)
    if (hidden.length === 0) return false
    const marked = hidden.map((number) => {
      const layer = file.dictionary(number).set(HIDDEN_MARK, 'true')
      return [number, writeDictionary(layer)] as const
    })
    file.append(new Map(marked))
    return true
  } finally {
    closeSync(fd)
  }
}

/** Decided as PDFium does when printing, so that what was priced is what prints. */
function hiddenLayers(file: PdfFile): number[] {
  const properties = dictionaryIn(file, file.dictionary(file.root).get('/OCProperties'))
  const config = dictionaryIn(file, properties.get('/D'))
  const on = referencesIn(arrayIn(file, config.get('/ON')))
  const off = referencesIn(arrayIn(file, config.get('/OFF')))
  const hiddenAtFirst = config.get('/BaseState') === '/OFF'
  return referencesIn(arrayIn(file, properties.get('/OCGs'))).filter((number) => {
    const usage = dictionaryIn(file, file.dictionary(number).get('/Usage'))
    const state =
      dictionaryIn(file, usage.get('/Print')).get('/PrintState') ??
      dictionaryIn(file, usage.get('/View')).get('/ViewState')
    if (state !== undefined) return state === '/OFF'
    return off.includes(number) || (hiddenAtFirst && !on.includes(number))
  })
}

function dictionaryIn(file: PdfFile, value: string | undefined): Dictionary {
  const number = referenceIn(value)
  if (number !== undefined) return file.dictionary(number)
  return (value?.startsWith('<<') && readDictionary(`${value} `, 0)?.dictionary) || new Map()
}

function arrayIn(file: PdfFile, value: string | undefined): string {
  const number = referenceIn(value)
  return number === undefined ? (value ?? '') : (file.object(number)?.text ?? '')
}

/** Neighbouring small objects are read together, the bytes between them not at all. */
function* smallObjects(file: PdfFile): Generator<[number: number, text: string]> {
  const places = [...file.offsets.entries()].filter(([, offset]) => offset > 0).sort((a, b) => a[1] - b[1])
  const objects = places.map(([number, start], index) => ({
    number,
    start,
    end: places[index + 1]?.[1] ?? file.fileSize,
  }))
  let run: typeof objects = []
  const first = () => run[0]?.start ?? 0
  for (const object of objects) {
    const isSmall = object.end - object.start <= BIG_OBJECT
    if (!isSmall || object.end - first() > WINDOW) {
      yield* readRun(file, run)
      run = []
    }
    if (isSmall) run.push(object)
  }
  yield* readRun(file, run)
}

function* readRun(
  file: PdfFile,
  run: { number: number; start: number; end: number }[],
): Generator<[number: number, text: string]> {
  const from = run[0]?.start ?? 0
  const text = file.bytes(from, (run.at(-1)?.end ?? from) - from).toString('latin1')
  for (const { number, start, end } of run) yield [number, text.slice(start - from, end - from)]
}
