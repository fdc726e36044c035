import { type Html, html } from './html.ts'

/** What stands in a page's head for those who read no script: search engines, previews of shared links. */
export type PageHead = {
  status: 200 | 404
  html: Html
  /** Of a page that is drawn for its address: the markup for #root, and what its code finds beside it. */
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

/** Only a title: where there is no more to say, or the rest could not be made. */
export const plainHead = (title: string, status: 200 | 404): PageHead => ({
  status,
  html: html`<title>${title}</title>`,
})
