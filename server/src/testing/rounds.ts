/** How often a long test repeats: `short` in `npm test`, `long` in `npm run soak`, where ROUNDS may say another number. */
export function rounds(short: number, long: number): number {
  if (process.env.SOAK !== '1') return short
  return Number(process.env.ROUNDS) || long
}
