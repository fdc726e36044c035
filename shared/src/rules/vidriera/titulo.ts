/**
 * The document's title from its screen's heading, used by the server and, when the screen changes, by the
 * browser. Without a heading it is Home's, which describes the shop where only a title is seen: in a search
 * result, a tab or a shared link.
 */
export const documentTitle = (heading: string, rotulo: string): string =>
  heading ? `${heading} · ${rotulo}` : `${rotulo} · Impresiones y copias en Alberdi y Aguilares`
