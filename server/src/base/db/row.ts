/** The row of a statement that always answers one, such as an INSERT without ON CONFLICT. */
export function theRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('The statement answered no row.')
  return row
}
