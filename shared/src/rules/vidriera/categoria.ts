/** What stands for the offers where a category's slug would. */
export const OFERTAS_SLUG = 'ofertas-1'

/** The tab that shows all products, and the category of products without one. */
export const TODOS = 'Todos'
export const SIN_CATEGORIA = 'Sin categoría'

/** Lower case, spaces as hyphens, nothing else: 'Papelería escolar' is 'papelería-escolar'. */
export const slugOf = (categoria: string): string => categoria.toLowerCase().replaceAll(' ', '-')

/** Whether the window uses a category's name for something else: their shelves would be one. */
export const isTakenByVidriera = (categoria: string): boolean =>
  [TODOS, SIN_CATEGORIA].some((own) => slugOf(own) === slugOf(categoria))
