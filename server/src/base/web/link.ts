import type { PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'

/**
 * The whole address of a page of the customers' site, for mails, papers and messages. A route that does not exist does not
 * compile; the text in the place of a parameter is not checked.
 */
export const linkTo = (origin: string, address: PageAddress): string => `${origin}${address}`
