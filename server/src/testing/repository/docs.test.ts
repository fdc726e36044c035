// Files and tests that the docs name as a proof exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const FOLDERS = ['server/src', 'shared/src', 'web/src', 'agent/src', 'e2e', 'bench']
const tests = FOLDERS.flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:test|bench)\.tsx?$/.test(file))
    .map((file) => readFileSync(`${root}/${folder}/${file}`, 'utf8')),
).join('\n')

test.each(['docs/security.md', 'docs/asvs.md'])('%s names files and titles of tests that exist', (paper) => {
  const text = readFileSync(`${root}/${paper}`, 'utf8')
  const files = [...text.matchAll(/`([\w./-]+\.(?:test|bench)\.tsx?)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(20)
  expect(
    files.filter((file) => !existsSync(`${root}/server/src/${file}`) && !existsSync(`${root}/${file}`)),
  ).toEqual([])
  // A cited title may be cut by … at either end
  const cells = text.split(/[|\n]/).filter((cell) => /\.test\.tsx?`/.test(cell))
  const titles = cells.flatMap((cell) =>
    [...cell.matchAll(/«(?:… ?)?([^»]+?)…?»/g)].map(([, title = '']) => title),
  )
  expect(titles.filter((title) => !tests.includes(title))).toEqual([])
})

/** `a/{b,c}.ts` names two files. */
function expand(path: string): string[] {
  const [all, list] = /\{([^{}]*)\}/.exec(path) ?? []
  return all ? (list ?? '').split(',').flatMap((part) => expand(path.replace(all, part))) : [path]
}

/** It has figures of other days. */
const NOT_OF_TODAY = 'benchmarks.md'
const OF_TODAY = readdirSync(`${root}/docs`).filter((name) => name.endsWith('.md') && name !== NOT_OF_TODAY)
/** The files that docs/recipes.md shows how to add. */
const EXAMPLES = ['web/src/legal/envios.tsx', 'server/src/base/services/payments/modo/adapter.ts']

test.each(['README.md', ...OF_TODAY.map((name) => `docs/${name}`)])('%s names files that exist', (paper) => {
  const text = readFileSync(`${root}/${paper}`, 'utf8')
  const named = [...text.matchAll(/`([\w.{},-]+(?:\/[\w.{},-]+)+\.(?:tsx?|mjs|css|html|jsonc?))`/g)]
  const folders = ['', 'server/src/', 'web/src/', 'shared/src/', 'agent/src/']
  const lost = named
    .flatMap(([, path = '']) => expand(path))
    .filter(
      (path) => !EXAMPLES.includes(path) && !folders.some((folder) => existsSync(`${root}/${folder}${path}`)),
    )
  expect(lost).toEqual([])
})

test('docs/architecture.md names existing files and functions for all that a new colleague looks for first', () => {
  const text = readFileSync(`${root}/docs/architecture.md`, 'utf8')
  const rows = text.split('\n').filter((line) => /^\| .*`[\w./-]+\.tsx?`/.test(line))
  expect(rows.length).toBeGreaterThan(14)
  const pathOf = (file: string) => [`${root}/server/src/${file}`, `${root}/${file}`].find(existsSync)
  const codeOf = (file: string) => readFileSync(pathOf(file) ?? '/dev/null', 'utf8')
  const isIn = (code: string, name: string) => new RegExp(`(?:function|const|class) ${name}\\b`).test(code)
  const lost = rows.flatMap((row) => {
    const names = [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    // Without a folder it is a file of server/src, or one beside another
    const files = names.filter((name) => /\.tsx?$/.test(name) && (name.includes('/') || pathOf(name)))
    const code = files.map(codeOf).join('\n')
    // Behind a file stand names of that file: `file.ts` `one`, `other` and `third`
    const behind = [...row.matchAll(/`([\w./-]+\.tsx?)` ((?:`\w+`(?:, | and )?)+)/g)].flatMap(
      ([, file = '', list = '']) =>
        [...list.matchAll(/\w{2,}(?=`)/g)].flatMap(([name]) =>
          isIn(codeOf(file), name) ? [] : `${file} ${name}`,
        ),
    )
    return [
      ...files.filter((file) => !pathOf(file)),
      ...names.filter((name) => /^[a-z]+[A-Z]\w*$|^[A-Z_]{4,}$/.test(name) && !isIn(code, name)),
      ...behind,
    ]
  })
  expect(lost).toEqual([])
})

test('docs/recipes.md names names that are in the file beside them', () => {
  const text = readFileSync(`${root}/docs/recipes.md`, 'utf8')
  const after = [...text.matchAll(/`([\w./-]+\.tsx?)`:? `(\w+)`/g)].map(([, file = '', name = '']) => ({
    file,
    name,
  }))
  const before = [...text.matchAll(/`(\w+)`(?:,\n| of)\s`([\w./-]+\.tsx?)`/g)].map(
    ([, name = '', file = '']) => ({
      file,
      name,
    }),
  )
  expect(after.length + before.length).toBeGreaterThan(12)
  const isIn = ({ file, name }: { file: string; name: string }) => {
    const path = [`${root}/${file}`, `${root}/server/src/${file}`].find(existsSync)
    return path !== undefined && new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8'))
  }
  expect([...after, ...before].filter((one) => !isIn(one))).toEqual([])
})

test('docs/decisions/README.md names each decision once, as its page is headed', () => {
  const decisions = readdirSync(`${root}/docs/decisions`).filter((file) => file !== 'README.md')
  const index = readFileSync(`${root}/docs/decisions/README.md`, 'utf8')
  const named = [...index.matchAll(/^- \[(\d+)\]\((\1-[\w-]+\.md)\) (\S.*)$/gm)].map(
    ([, number, file, title]) => ({ file, heading: `# ${number} ${title}` }),
  )
  const headed = decisions.map((file) => {
    const [heading] = readFileSync(`${root}/docs/decisions/${file}`, 'utf8').split('\n')
    return { file, heading }
  })
  const byFile = (one: { file?: string | undefined }, other: { file?: string | undefined }) =>
    (one.file ?? '').localeCompare(other.file ?? '')
  expect(named.toSorted(byFile)).toEqual(headed.toSorted(byFile))
})

describe('docs/glosario.md', () => {
  const words = readFileSync(`${root}/docs/glosario.md`, 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (?!Word |-)([^|]+) \|/.exec(line)?.slice(1) ?? [])
  const { compare } = new Intl.Collator('es', { sensitivity: 'base', ignorePunctuation: true })

  test('is in the order of the alphabet', () => {
    expect(words.length).toBeGreaterThan(130)
    expect(words).toEqual(words.toSorted(compare))
  })

  test('has each word once', () => {
    const twice = words.filter((word, at) => words.findIndex((other) => compare(word, other) === 0) < at)
    expect(twice).toEqual([])
  })
})

describe('docs/behaviour.md and its pages', () => {
  const pages = [
    'docs/behaviour.md',
    ...readdirSync(`${root}/docs/behaviour`).map((file) => `docs/behaviour/${file}`),
  ]
  const rows = pages.flatMap((page) => rowsOf(readFileSync(`${root}/${page}`, 'utf8')))

  test('every line has its test, or says that it has none, or why it is not so', () => {
    expect(rows.length).toBeGreaterThan(304)
    expect(rows.filter(({ shown }) => !SHOWN.test(shown))).toEqual([])
  })

  test('each test is in the file that is named, by its whole title', () => {
    const proofs = rows.flatMap(({ shown }) => [...shown.matchAll(/`(\S+)` «([^»]+)»/g)])
    const wrong = proofs.filter(([, file = '', title = '']) => !titlesIn(file).has(title))
    expect(wrong.map(([proof]) => proof)).toEqual([])
  })
})

/** A test, or several; or one of the two other entries. */
const SHOWN = /^(?:`[\w./-]+\.test\.tsx?` «[^»]+»(?:; (?=`)|$))+$|^\*\*no test yet\*\*$|^\*\*open\*\*: \S/

/** The rows of all tables with two columns 'Behaviour' and 'Shown by'. */
const rowsOf = (text: string) =>
  text
    .split('\n\n')
    .flatMap((block) => block.split('| Behaviour | Shown by |\n|---|---|\n').slice(1))
    .flatMap((table) => table.trimEnd().split('\n'))
    .map((line) => {
      const [, behaviour = '', shown = ''] = line.split(/(?<!\\)\|/)
      return { behaviour: behaviour.trim(), shown: shown.trim() }
    })

/** All texts of a test file, with … for the parts that a title fills in. */
function titlesIn(file: string): Set<string> {
  const path = [`${root}/server/src/${file}`, `${root}/${file}`].find(existsSync)
  const code = path ? readFileSync(path, 'utf8') : ''
  const texts = code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`/g)
  return new Set(
    [...texts].map(([, single, double, template]) =>
      (single ?? double ?? template ?? '')
        .replaceAll("\\'", "'")
        .replace(/%(?:\.\d+)?[sdifjo]|\$\{[^}]*\}|\$[a-z]\w*/g, '…'),
    ),
  )
}
