// Counters of a process since its start, for Prometheus: each event is counted where it happens, with one
// addition.

/** Names without `imprimitodo_process_` and `_total`. */
const HELP = {
  payments: 'What the payment provider told of payments and was new, by state',
  prints: 'Works whose printing ended, by outcome and branch',
  mails: 'Mails that were handed over or refused for good',
  jobs: 'Jobs that were tried, by queue and outcome; what failed is tried again',
  jobs_retried: 'Of those, the ones that had been tried before',
  database_calls: 'Transactions, and statements outside of any',
  database_slow: 'Of those, the ones that took longer than half a second',
  database_waits: 'Transactions that waited for a connection of the pool',
  database_wait_seconds: 'How long they waited, added up',
}
export type CounterName = keyof typeof HELP
type Labels = Record<string, string>

export type Counters = {
  add(name: CounterName, labels?: Labels, by?: number): void
  /** Every name; those that were never added to have no samples unless they have no labels. */
  all(): { name: string; help: string; samples: { labels: Labels; value: number }[] }[]
}

/** Label sets that exist from the start, at 0, so that their first increase is seen. */
const KNOWN: [CounterName, Labels][] = [
  ['mails', { outcome: 'sent' }],
  ['mails', { outcome: 'refused' }],
  ['database_calls', { kind: 'transaction' }],
  ['database_calls', { kind: 'statement' }],
  ['database_slow', { kind: 'transaction' }],
  ['database_slow', { kind: 'statement' }],
  ['database_waits', {}],
  ['database_wait_seconds', {}],
]

export function createCounters(): Counters {
  const counted = new Map<string, { name: CounterName; labels: Labels; value: number }>()

  function add(name: CounterName, labels: Labels = {}, by = 1): void {
    const key = [name, ...Object.values(labels)].join('|')
    const sample = counted.get(key)
    if (sample) sample.value += by
    else counted.set(key, { name, labels, value: by })
  }

  for (const [name, labels] of KNOWN) add(name, labels, 0)
  return {
    add,
    all: () =>
      Object.entries(HELP).map(([name, help]) => ({
        name: `imprimitodo_process_${name}_total`,
        help,
        samples: [...counted.values()].filter((sample) => sample.name === name),
      })),
  }
}
