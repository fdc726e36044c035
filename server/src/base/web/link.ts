import type { Address } from '@imprimitodo/shared/rules/vidriera/ruta'

/**
 * The whole address of a page of the customers' site, for mails, papers and messages. Where there is no such
 * page it does not compile.
 */
export const linkTo = (origin: string, address: Address): string => `${origin}${address}`
