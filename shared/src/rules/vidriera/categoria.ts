/** The slug of the offers, in the place of a category's slug. */
export const OFERTAS_SLUG = 'ofertas-1'

/** The tab that shows all products, and the category of products without one. */
export const TODOS = 'Todos'
export const SIN_CATEGORIA = 'Sin categoría'

/** Lower case, spaces as hyphens, nothing else: 'Papelería escolar' is 'papelería-escolar'. */
export const slugOf = (categoria: string): string => categoria.toLowerCase().replaceAll(' ', '-')

/** Whether the window uses this name for a shelf of its own, with which the category's shelf would be mixed up. */
export const isTakenByVidriera = (categoria: string): boolean =>
  [TODOS, SIN_CATEGORIA].some((own) => slugOf(own) === slugOf(categoria))
