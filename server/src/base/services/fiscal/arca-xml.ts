// Writes and reads the XML of ARCA's services. It is read by fast-xml-parser, without any feature that a
// hostile document could use.
import { XMLParser } from 'fast-xml-parser'

/** Text becomes markup; `element`s are kept as they are. */
export type Xml = { readonly markup: string }
type Content = string | number | Xml | (Xml | null)[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

/** `<name xmlns="...">content</name>`, or with `xmlns:p` for a name `p:x`; nulls in a list are left out. */
export function element(name: string, content: Content, xmlns?: string): Xml {
  const inner = Array.isArray(content)
    ? content.map((part) => part?.markup ?? '').join('')
    : typeof content === 'object'
      ? content.markup
      : escapeXml(String(content))
  const prefix = name.includes(':') ? `:${name.split(':')[0]}` : ''
  return { markup: `<${name}${xmlns ? ` xmlns${prefix}="${xmlns}"` : ''}>${inner}</${name}>` }
}

/** The namespace of SOAP 1.1. */
export const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/** SOAP 1.1. */
export const envelope = (body: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="${SOAP}"><soapenv:Body>${body.markup}</soapenv:Body></soapenv:Envelope>`

/**
 * An element as read. `name` is without its prefix, which real answers choose freely; `namespace` is what the
 * prefix stands for, '' without one. Other attributes are dropped. `text` is the element's own, with entities
 * resolved.
 */
export type Node = { name: string; namespace: string; children: Node[]; text: string }

export class NotXml extends Error {}

/** In bytes or characters: answers to our calls are a few kB. */
export const MAX_XML = 256 * 1024
const MAX_NAME = 256
const MAX_DEPTH = 50

const TEXT = '#text'
const CDATA = '#cdata'
const ATTRIBUTES = ':@'

/** An element has one key besides its attributes: its name, and below it its children. */
type Attributes = Record<string, string>
type Parsed = { [TEXT]?: string; [CDATA]?: Parsed[]; [ATTRIBUTES]?: Attributes } & Record<string, unknown>

const parser = new XMLParser({
  preserveOrder: true, // a list of one and a list of many look alike
  ignoreAttributes: false, // xmlns
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false, // a CAE is digits, not a number
  trimValues: false,
  cdataPropName: CDATA,
  processEntities: false, // `unescapeXml` knows the five and the numbers
  maxNestedTags: MAX_DEPTH,
})

/**
 * Reads one document of at most `MAX_XML` characters. A document with a DTD is refused, so nothing declares an entity;
 * so are undeclared prefixes and entities, and what is not well-formed.
 * @throws NotXml
 */
export function readXml(source: string): Node {
  const text = source.replace(/^\uFEFF/, '')
  if (text.length > MAX_XML) throw new NotXml('It is too long.')
  if (text.includes('<!DOCTYPE')) throw new NotXml('It has a DTD.')
  if (text.includes('\0')) throw new NotXml('It is not text.')
  const root: Node = { name: '', namespace: '', children: [], text: '' }
  fill(root, parse(text), { '': '', xml: 'http://www.w3.org/XML/1998/namespace' })
  const [first, ...more] = root.children
  if (!first || more.length || root.text.trim()) throw new NotXml('It is not one document.')
  return first
}

function parse(text: string): Parsed[] {
  try {
    return parser.parse(text, true)
  } catch (error) {
    throw new NotXml('It is not well-formed XML.', { cause: error })
  }
}

/** Namespaces by their prefix, as they are declared around an element. */
type Scope = Record<string, string>

/** Down to `MAX_DEPTH`. */
function fill(node: Node, parts: Parsed[], around: Scope): void {
  for (const part of parts) {
    const { [TEXT]: plain, [CDATA]: cdata, [ATTRIBUTES]: attributes = {}, ...elements } = part
    if (plain !== undefined) node.text += unescapeXml(plain)
    for (const { [TEXT]: literal = '' } of cdata ?? []) node.text += literal
    for (const [fullName, children] of Object.entries(elements)) {
      const scope = { ...around, ...declared(attributes) }
      const child: Node = { ...named(fullName, scope), children: [], text: '' }
      node.children.push(child)
      if (Array.isArray(children)) fill(child, children, scope)
    }
  }
}

/** The namespaces that `xmlns` and `xmlns:prefix` declare. */
function declared(attributes: Attributes): Scope {
  const scope: Scope = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'xmlns') scope[''] = unescapeXml(value)
    else if (name.startsWith('xmlns:')) scope[name.slice('xmlns:'.length)] = unescapeXml(value)
  }
  return scope
}

function named(fullName: string, scope: Scope): { name: string; namespace: string } {
  if (fullName.length > MAX_NAME) throw new NotXml('A name is too long.')
  const [prefix, name, ...more] = fullName.includes(':') ? fullName.split(':') : ['', fullName]
  const namespace = Object.hasOwn(scope, prefix ?? '') ? scope[prefix ?? ''] : undefined
  if (!name || more.length || namespace === undefined) throw new NotXml('A prefix that is not declared.')
  return { name, namespace }
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&([^;\s]*);?/g, (whole, name: string) => {
    const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
    if (hex || decimal) return charOf(hex ? Number.parseInt(hex, 16) : Number(decimal))
    const char = whole.endsWith(';') && Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
    if (char === undefined) throw new NotXml('An entity that is not declared.')
    return char
  })
}

/**
 * U+FFFD for characters that XML does not allow: the database takes no NUL and no half of a surrogate pair.
 */
function charOf(code: number): string {
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d
  const isHalf = code >= 0xd800 && code <= 0xdfff
  return isControl || isHalf || code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code)
}

/** The first element at a path below. */
export function at(node: Node | undefined, ...path: string[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (found, name) => found?.children.find((child) => child.name === name),
    node,
  )
}

/** The element's text, trimmed; '' if there is none. */
export const textAt = (node: Node | undefined, ...path: string[]): string =>
  at(node, ...path)?.text.trim() ?? ''

/** All elements of a name in the element at a path: lists come wrapped. */
export const allAt = (node: Node | undefined, name: string, ...path: string[]): Node[] =>
  at(node, ...path)?.children.filter((child) => child.name === name) ?? []
