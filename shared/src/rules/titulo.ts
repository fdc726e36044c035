/**
 * Of a document by its screen's heading: the server's word for it, and the browser's when the screen changes. Without one
 * it is Home's: what it says of itself where only a title is seen, in a search result, a tab or a shared link.
 */
export const documentTitle = (heading: string, rotulo: string): string =>
  heading ? `${heading} · ${rotulo}` : `${rotulo} · Impresiones y copias en Alberdi y Aguilares`
