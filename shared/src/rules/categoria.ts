/** What stands for the offers where a category's slug would. */
export const OFERTAS_SLUG = 'ofertas-1'

/** Lower case, spaces as hyphens, nothing else: 'Papelería escolar' is 'papelería-escolar'. */
export const slugOf = (categoria: string): string => categoria.toLowerCase().replaceAll(' ', '-')
