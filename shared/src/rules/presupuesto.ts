// A price that the counter gives to a customer as a link.

/** How long what it says is kept. */
export const PRESUPUESTO_DIAS = 7
