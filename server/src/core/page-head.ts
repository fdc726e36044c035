import { type Html, html } from './html.ts'

/** What stands in a page's head for those who read no script: search engines, previews of shared links. */
export type PageHead = { status: 200 | 404; html: Html }

/** Data for search engines. Never executed, so it needs no hash in the CSP; `<` could end the element. */
export const jsonLd = (data: object): Html => ({
  markup: `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')}</script>`,
})

/** Only a title: where there is no more to say, or the rest could not be made. */
export const plainHead = (title: string, status: 200 | 404): PageHead => ({
  status,
  html: html`<title>${title}</title>`,
})
