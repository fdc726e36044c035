/** The owner of every test shop. */
export const OWNER = { email: 'duena@imprimitodo.test', password: 'tinta-y-papel-2026' }
