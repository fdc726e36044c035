/** Markup that is safe to send. Only `html` makes it: every value in a template is escaped. */
export type Html = { readonly markup: string }
type Value = string | number | Html | Html[] | null

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: parts.reduce((all, part, index) => all + markupOf(values[index - 1] ?? null) + part) }
}

function markupOf(value: Value): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(({ markup }) => markup).join('')
  return typeof value === 'object' ? value.markup : escapeHtml(String(value))
}
