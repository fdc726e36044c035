// Writes amounts as people read them.

let amounts: Intl.NumberFormat | undefined

/** '19.503' */
export function writeAmount(amount: number): string {
  amounts ??= new Intl.NumberFormat('es-AR') // creating one takes longer than a database query
  return amounts.format(amount)
}

/** '1 hoja', '2 hojas' */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${writeAmount(amount)} ${amount === 1 ? one : many}`

/** 'Te queda 1 punto', 'Te quedan 2 puntos' */
export const countAfter = (verb: string, amount: number, one: string): string =>
  `${verb}${amount === 1 ? '' : 'n'} ${count(amount, one)}`
