import { type Html, html } from './html.ts'

/** The head of a page for programs that run no script: search engines, link previews. */
export type RenderedHead = {
  status: 200 | 404
  html: Html
  /** For a page that is rendered on the server: the markup for #root, and the data for its code. */
  screen?: { root: Html; data: Html } | null
}

/** Data for the page's own code. Never executed, so it needs no hash in the CSP. */
export const pageData = (id: string, data: object): Html => ({
  markup: `<script type="application/json" id="${id}">${escaped(data)}</script>`,
})

/** `<` could end the element. */
const escaped = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Data for search engines. Never executed either. */
export const jsonLd = (data: object): Html => ({
  markup: `<script type="application/ld+json">${escaped({ '@context': 'https://schema.org', ...data })}</script>`,
})

/** A head with a title alone, for pages without more, or where the rest could not be made. */
export const plainHead = (title: string, status: 200 | 404): RenderedHead => ({
  status,
  html: html`<title>${title}</title>`,
})
