// A price that the counter gives to a customer as a link.

/** How long the quoted price holds. */
export const PRESUPUESTO_DIAS = 7
