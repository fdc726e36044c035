// As much XML as ARCA's services speak: elements, text, the five entities. No DTD: a document that brings one is refused.

/** Text becomes markup; `element`s are kept as they are. */
export type Xml = { readonly markup: string }
type Content = string | number | Xml | (Xml | null)[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

/** `<name xmlns="...">content</name>`; nulls in a list are left out. */
export function element(name: string, content: Content, xmlns?: string): Xml {
  const inner = Array.isArray(content)
    ? content.map((part) => part?.markup ?? '').join('')
    : typeof content === 'object'
      ? content.markup
      : escapeXml(String(content))
  return { markup: `<${name}${xmlns ? ` xmlns="${xmlns}"` : ''}>${inner}</${name}>` }
}

/** SOAP 1.1. */
export const envelope = (body: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>${body.markup}</soapenv:Body></soapenv:Envelope>`

/** An element as read: names without their prefix, which real answers choose freely; attributes are dropped. */
export type Node = { name: string; children: Node[]; text: string }

export class NotXml extends Error {}

const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(\/?)>|([^<]+)/y

/** @throws NotXml */
export function readXml(source: string): Node {
  const root: Node = { name: '', children: [], text: '' }
  const open: Node[] = [root]
  const text = source.replace(/^\uFEFF/, '')
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const [token, cdata, closing, fullName = '', selfClosing, plain] = TOKEN.exec(text) ?? []
    const here = open.at(-1)
    if (token === undefined || !here) throw new NotXml('It is not well-formed XML.')
    const name = fullName.replace(/^.*:/, '')
    if (cdata !== undefined) here.text += cdata
    else if (plain !== undefined) here.text += unescapeXml(plain)
    else if (closing) {
      if (open.length < 2 || here.name !== name) throw new NotXml('Elements do not close in order.')
      open.pop()
    } else if (fullName) {
      const node: Node = { name, children: [], text: '' }
      here.children.push(node)
      if (!selfClosing) open.push(node)
    }
  }
  const [first, ...more] = root.children
  if (open.length !== 1 || !first || more.length || root.text.trim())
    throw new NotXml('It is not one document.')
  return first
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&([^;\s]*);?/g, (whole, name: string) => {
    const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    if (hex || decimal) return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
    const char = whole.endsWith(';') ? NAMED[name] : undefined
    if (char === undefined) throw new NotXml('An entity that nobody declared.')
    return char
  })
}

/** The first element at a path below. */
export function at(node: Node | undefined, ...path: string[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    node,
  )
}

/** Its text, trimmed; '' where there is none. */
export const textAt = (node: Node | undefined, ...path: string[]): string =>
  at(node, ...path)?.text.trim() ?? ''

/** All elements of a name in the element at a path: lists come wrapped. */
export const allAt = (node: Node | undefined, name: string, ...path: string[]): Node[] =>
  at(node, ...path)?.children.filter((child) => child.name === name) ?? []
