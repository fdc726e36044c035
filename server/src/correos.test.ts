import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { everyCorreo } from './testing/correos.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-correos-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const correos = everyCorreo(dataDir)

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The visible text of the HTML, without styles and the preview text for lists of mails. */
const shownIn = (html: string): string =>
  plain(
    html
      .replace(/<style>.*?<\/style>/s, ' ')
      .replace(/<div style="display:none.*?<\/div>/s, ' ')
      .replace(/<[^>]*>/g, ' '),
  )

const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => plain(href))

/** Amounts, hours, days, codes and numbers, each once. The pictures of codes are no text. */
const FACTS =
  /−?\$ [\d.]+,\d\d|\d{1,2}:\d\d|\d\d\/\d\d(?:\/\d{4})?|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}|\d+ %|\b\d+\b/g
const factsIn = (text: string): string[] =>
  [...new Set(text.replace(/https?:\S+/g, ' ').match(FACTS) ?? [])].sort()

test.each(Object.entries(correos))(
  '%s says the same amounts, hours, numbers and links in both parts',
  (_, correo) => {
    const { asunto, texto, html } = correo
    expect(factsIn(texto)).toEqual(factsIn(shownIn(html)))
    const links = [...new Set(texto.match(/https?:\S+/g) ?? [])].sort()
    expect(links).toEqual([...new Set(linksIn(html))].sort())
    // All facts of the subject are in the mail itself
    expect(factsIn(`${texto} ${shownIn(html)}`)).toEqual(expect.arrayContaining(factsIn(asunto)))
    expect(`${asunto} ${texto} ${shownIn(html)}`).not.toMatch(/undefined|null|NaN|\[object/)
    expect(html).not.toMatch(/<script|<img|<link|http-equiv/)
  },
)

test.each(Object.entries(everyCorreo(dataDir, '«A&B» <i>')))(
  '%s calls the shop as its owner does, and nowhere otherwise',
  (name, { asunto, texto, html }) => {
    const read = `${asunto} ${texto} ${html}`.replaceAll(/https?:\S+/g, '')
    expect(read).not.toMatch(/imprimi ?todo|[\uE000\uE001]/i)
    expect(html).not.toContain('<i>')
    expect(shownIn(html)).toContain('«A&B» <i>')
    if (!/-duena$/.test(name)) expect(texto).toContain('«A&B» <i>')
  },
)

test('the page of examples has every template', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(^|[/\\])mails[\w-]*\.ts$/.test(path) && !path.endsWith('.test.ts'),
  )
  const made = sources.flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8')
    return [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)[\s\S]*?(?=^export |(?![\s\S]))/gm)]
      .filter(([source]) => /\): (?:NewCorreo|Letter)\b/.test(source))
      .map(([, name = '']) => name)
  })
  expect(made.length).toBeGreaterThan(30)
  const examples = readFileSync(join(import.meta.dirname, 'testing/correos.ts'), 'utf8')
  expect(made.filter((name) => !examples.includes(`${name}(`))).toEqual([])
})
