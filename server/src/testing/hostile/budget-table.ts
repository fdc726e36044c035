import { BODY_LIMIT, BUDGETS, type RegisteredCall } from '../../base/http/budgets.ts'
import { fieldsOf } from './fields.ts'

const KB = 1024

/** A Markdown table of the kinds, and of every call that is not a page of the shop or its file. */
export function budgetTable(calls: readonly RegisteredCall[]): string {
  const kinds = Object.entries(BUDGETS).map(([kind, { bodyBytes, bodyMs, answerMs, waits }]) => [
    kind,
    bodyBytes === null ? 'as a stream' : size(bodyBytes),
    bodyMs === null ? 'while bytes come' : `${bodyMs / 1000} s`,
    answerMs === null ? 'as it is read' : `${answerMs / 1000} s`,
    waits ? 'put off' : 'answered',
  ])
  const rows = calls
    .map((call) => ({ name: nameOf(call), call }))
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, call }) => [`\`${name}\``, call.budget, bodyOf(call), timeOf(call), ...fieldsText(call)])
  return [
    ...table(['Kind', 'Body', 'to send it', 'to answer', 'While the server is behind'], kinds),
    '',
    ...table(['Call', 'Kind', 'Body', 'to answer', 'Texts and lists', 'Longest text'], rows),
  ].join('\n')
}

/** '' for the routes of the web's files: a shop whose web is not built has one of them less. */
function nameOf({ method, url }: RegisteredCall): string {
  const methods = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS')
  return methods.length > 0 && url !== '/*' && url !== '/sw.js' ? `${methods.join(', ')} ${url}` : ''
}

function bodyOf({ method, schema, bodyLimit = BODY_LIMIT, config, budget }: RegisteredCall): string {
  if ([method].flat().every((one) => one === 'GET' || one === 'HEAD')) return '–'
  const { bodyBytes } = BUDGETS[budget]
  const why = config?.largeBody
  if (why) return `${bodyBytes === null ? 'a stream' : size(bodyLimit)}. ${why}`
  return schema?.body ? size(bodyLimit) : `${size(bodyLimit)}, not read`
}

const timeOf = ({ config }: RegisteredCall): string =>
  config?.answerMs ? `${config.answerMs / 1000} s` : 'as it is read'

function fieldsText(call: RegisteredCall): [string, string] {
  const fields = fieldsOf(call)
  if (fields.length === 0) return ['–', '–']
  const longest = Math.max(0, ...fields.filter(({ type }) => type === 'string').map(({ max }) => max ?? 0))
  return [String(fields.length), longest === 0 ? '–' : String(longest)]
}

const size = (bytes: number): string =>
  bytes < KB ** 2 ? `${Math.round(bytes / KB)} KB` : `${Math.round(bytes / KB ** 2)} MB`

const table = (head: string[], rows: string[][]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
