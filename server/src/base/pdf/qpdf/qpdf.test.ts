import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openEngine } from '../../../testing/pdf-engine.ts'
import { colored } from '../../../testing/tiny-pdf.ts'
import { createPdfEngine } from '../engine.ts'
import { mergePages } from '../write/merge.ts'
import { QpdfFailed } from './qpdf.ts'
import { runEmbedded } from './qpdf-embedded.ts'
import { runOfMachine } from './qpdf-machine.ts'
import { runQpdf } from './qpdf-run.ts'

const { folder, file } = openEngine()
const PATH = process.env.PATH ?? ''
afterEach(() => {
  process.env.PATH = PATH
})

const beat = () => {}
const hasQpdf = PATH.split(delimiter).some((path) => existsSync(join(path, 'qpdf')))
const isPdf = (path: string) => readFileSync(path, 'latin1').startsWith('%PDF-')

/** A program named qpdf that is found before the machine's own. `$out` is the file that it should write. */
function fakeQpdf(name: string, script: string): void {
  const bin = join(folder, `bin-${name}`)
  mkdirSync(bin)
  writeFileSync(join(bin, 'qpdf'), `#!/bin/sh\nout=$(tail -n 1 "\${1#@}")\n${script}\n`)
  chmodSync(join(bin, 'qpdf'), 0o755)
  process.env.PATH = [bin, PATH].join(delimiter)
}

describe('a qpdf of the machine that fails gives way to the embedded one', () => {
  test.each([
    ['says that it cannot', 'exit 2'],
    ['dies', 'kill -9 $$'],
    ['works without end', 'while :; do :; done'],
    ['waits without end', 'exec sleep 600'],
    ['takes all memory', 'x=xxxxxxxx; while :; do x=$x$x$x$x$x$x$x$x; done'],
    ['writes nothing', 'exit 0'],
    ['writes nonsense', 'echo basura > "$out"'],
    ['writes an empty file', ': > "$out"'],
  ])('one that %s', async (name, script) => {
    fakeQpdf(name, script)
    const [source, out] = [file('dos.pdf', colored(2)), join(folder, `${name}.pdf`)]
    const command = { words: [{ path: source }], out, ms: 1_000, isSound: isPdf }
    expect(runOfMachine(command)).toBe(false)
    expect(existsSync(out)).toBe(false)
    await runQpdf(command, beat)
    expect(isPdf(out)).toBe(true)
    expect(readdirSync(folder).filter((entry) => /nativo|argumentos/.test(entry))).toEqual([])
  })

  test('a qpdf that leaves pages out, or writes a form that the print file cannot be made of', async () => {
    const source = file('tres.pdf', colored(3))
    const pages = [1, 2, 3].map((page) => ({ path: source, page }))
    const [whole, short, odd] = ['todas.pdf', 'una.pdf', 'otra.pdf'].map((name) => join(folder, name))
    if (!whole || !short || !odd) return
    process.env.PATH = ''
    await mergePages(pages, whole, beat)
    await mergePages(pages.slice(0, 1), short, beat)
    await runEmbedded({ words: [{ path: source }, '--object-streams=generate'], out: odd, ms: 1_000 })
    for (const other of [short, odd]) {
      fakeQpdf(`copia-${other === odd}`, `cp '${other}' "$out"`)
      const out = join(folder, `unidas-${other === odd}.pdf`)
      await mergePages(pages, out, beat)
      expect(readFileSync(out).equals(readFileSync(whole))).toBe(true)
    }
  })
})

test.runIf(hasQpdf)('a print work is merged by the qpdf of the machine, where it has one', async () => {
  const [engine, called] = [createPdfEngine(), join(folder, 'llamado')]
  fakeQpdf('que-anota', `echo . >> '${called}'\nPATH='${PATH}' exec qpdf "$@"`)
  try {
    const path = file('cinco.pdf', colored(5))
    const options = { grey: false, blankBacks: false, fillSheet: false }
    const out = join(folder, 'impreso.pdf')
    await engine.assemble([{ path, pages: [[1, 5]], ...options }], out)
    expect(readFileSync(called, 'latin1')).toBe('.\n')
    expect(await engine.colorPages(out, 1, 5)).toEqual([true, true, true, true, true])
  } finally {
    await engine.close()
  }
})

test('a file that neither can read is refused as such', async () => {
  const nothing = file('nada.pdf', Buffer.from('nada'))
  const command = { words: [{ path: nothing }], out: join(folder, 'nada-2.pdf'), ms: 1_000 }
  await expect(runQpdf(command, beat)).rejects.toBeInstanceOf(QpdfFailed)
})

test('no shell reads a name, and one with a line break goes to the embedded build', async () => {
  for (const name of ['$(touch hecho); `touch hecho` & x.pdf', '--help', '@lista.pdf', 'dos\nlineas.pdf']) {
    const [source, out] = [file(name, colored(1)), join(folder, 'rara.pdf')]
    const isDone = runOfMachine({ words: [{ path: source }], out, ms: 5_000, isSound: isPdf })
    expect(isDone, name).toBe(hasQpdf && !name.includes('\n'))
    expect(existsSync('hecho')).toBe(false)
  }
})
