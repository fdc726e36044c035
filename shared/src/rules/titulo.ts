const NAME = 'imprimitodo'

/** What Home says of itself where only a title is seen: a search result, a tab, a shared link. */
export const HOME_TITLE = `${NAME} · Impresiones y copias en Alberdi y Aguilares`

/** Of a document by its screen's heading: the server's word for it, and the browser's when the screen changes. */
export const documentTitle = (heading: string): string =>
  heading === NAME ? HOME_TITLE : `${heading} · ${NAME}`
