import type { Db, Tx } from '../db/open.ts'
import type { Events } from './events.ts'

/** What is read all the time and rarely edited, as this process has it in memory. */
export type Kept<T> = {
  /** As it is now, never older than an edit that was answered. Shared, so not to be changed. */
  read(): Promise<T>
  /** What was read last, however old it is; undefined: nothing yet. */
  last(): T | undefined
  /** The only way to edit it: this process serves it from the moment it answers, others at once. */
  edit<R>(change: (tx: Tx) => Promise<R>): Promise<R>
}

/** Without a listening connection what others edit is not told: then nothing older than this is served. */
const UNTOLD_MS = 1_000

/** Read at the first use, and again after each edit, here or told by `topic` from elsewhere (docs/decisions/014). */
export function keep<T>(
  { db, events }: { db: Db; events: Events },
  topic: 'catalogo' | 'ajustes',
  read: (db: Db) => Promise<T>,
): Kept<T> {
  let last: { value: T; at: number } | undefined
  let current: { value: Promise<T>; at: number } | undefined
  const forget = () => {
    current = undefined
  }
  events.listen(topic, forget)
  events.onMissed(forget)

  const stillTrue = () =>
    current && (events.isListening() || performance.now() - current.at <= UNTOLD_MS) ? current : undefined

  return {
    read() {
      const found = stillTrue()
      if (found) return found.value
      // A read under way is dropped with the rest: what it found before an edit is too old for reads after it
      const fresh: NonNullable<typeof current> = { value: read(db), at: performance.now() }
      fresh.value.then(
        (value) => {
          // Also what an edit overtook meanwhile, until the next read
          if (!last || last.at <= fresh.at) last = { value, at: fresh.at }
        },
        () => {
          if (current === fresh) forget() // the next one who asks tries again
        },
      )
      current = fresh
      return fresh.value
    },
    last: () => last?.value,
    async edit(change) {
      const done = await db.transaction(async (tx) => {
        const made = await change(tx)
        await events.tell(tx, topic)
        return made
      })
      forget()
      return done
    },
  }
}
