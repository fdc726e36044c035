/** What stands for the offers where a category's slug would (spec section 2). */
export const OFERTAS_SLUG = 'ofertas-1'

/** Lower case, spaces as hyphens, nothing else (spec section 2): 'Papelería escolar' is 'papelería-escolar'. */
export const slugOf = (categoria: string): string => categoria.toLowerCase().replaceAll(' ', '-')
