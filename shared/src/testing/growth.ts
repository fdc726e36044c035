const FROM = 4_096
const DOUBLINGS = 4

/** Texts of a given length that make regular expressions backtrack. */
export const WORST_SHAPES: Record<string, (length: number) => string> = {
  'a a a': (length) => 'a'.repeat(length),
  dots: (length) => '.'.repeat(length),
  'a.a.a': (length) => 'a.'.repeat(length / 2),
  '@@@': (length) => '@'.repeat(length),
  'a@a.a@a.': (length) => 'a@a.'.repeat(length / 4),
  'a@ and dots': (length) => `a@${'.'.repeat(length - 3)}@`,
  'a@a.a.a': (length) => `a@${'a.'.repeat(length / 2 - 2)}@@`,
  spaces: (length) => `a${' '.repeat(length - 2)}a`,
  tabs: (length) => `a${'\t'.repeat(length - 2)}a`,
  'line ends': (length) => `a${'\r\n'.repeat(length / 2 - 1)}a`,
  digits: (length) => `${'1'.repeat(length - 1)}x`,
  '1-1-1': (length) => `${'1-'.repeat(length / 2 - 1)}x`,
  dashes: (length) => `${'-'.repeat(length - 1)}x`,
  slashes: (length) => `${'/'.repeat(length - 1)}x`,
  '<<<': (length) => '<'.repeat(length),
  accents: (length) => `a${'\u0301'.repeat(length / 2 - 1)}${'\u0323'.repeat(length / 2)}`,
  'mailboxes of one provider': (length) => `${'a+.'.repeat(length / 3 - 4)}@gmail.com`,
  mixed: (length) => 'aA1 .@-/_(:'.repeat(length / 8).slice(0, length),
}

/**
 * Between linear (1) and quadratic (2): on a loaded machine the longest text may take eight times as long as
 * it should.
 */
export const LINEAR = 1.75

/**
 * In ms. The longest text has 65,536 letters, and no machine does a step for each pair of them in so short a
 * time.
 */
const INSTANT = 1
const ROUNDS = 5

/**
 * How the cost of `work` grows while its text is doubled a few times: about 1 where it is linear, 2 where it
 * is quadratic; 0 where the longest text costs next to nothing. The shortest of several runs counts, and a
 * result worse than linear is measured again, so that a loaded machine changes nothing.
 */
export function growthOf(work: (text: string) => unknown, shape: (length: number) => string): number {
  const [short, long] = [shape(FROM), shape(FROM * 2 ** DOUBLINGS)]
  const least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY }
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && growth > LINEAR; round++) {
    least.short = Math.min(least.short, costOf(work, short))
    least.long = Math.min(least.long, costOf(work, long))
    growth = least.long < INSTANT ? 0 : Math.log2(least.long / least.short) / DOUBLINGS
  }
  return growth
}

/** The shortest of three runs, in ms. Each run repeats the text often enough for the clock's precision. */
function costOf(work: (text: string) => unknown, text: string): number {
  const times = timesPerRun(work, text)
  const runs = Array.from({ length: 3 }, () => {
    const start = performance.now()
    for (let time = 0; time < times; time++) work(text)
    return (performance.now() - start) / times
  })
  return Math.min(...runs)
}

function timesPerRun(work: (text: string) => unknown, text: string): number {
  const start = performance.now()
  let times = 0
  while (performance.now() - start < 1) {
    work(text)
    times++
  }
  return times
}
