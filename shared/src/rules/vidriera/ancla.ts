/** Ids of Home that are not a category's; the in-page links of the nav lead to them. */
const TAKEN = [
  'carousel-header',
  'productos',
  'ofertas',
  'ofertas-1',
  'carteles',
  'contacto',
  'contenido',
  'menu',
  'cuenta',
]

/** The id of a category's shelf on Home: its slug, unless Home uses that id for something else. */
export const anclaOf = (slug: string): string => (TAKEN.includes(slug) ? `categoria-${slug}` : slug)
