import type { Db, Tx } from '../db/open.ts'
import type { Events } from './events.ts'

/** Data that is read all the time and rarely edited, in this process's memory. */
export type Kept<T> = {
  /** The current value, never older than an edit that was answered. Shared, so it must not be changed. */
  read(): Promise<T>
  /** The last value that was read, however old; undefined: none yet. */
  last(): T | undefined
  /**
   * The only way to edit: this process serves the change as soon as it answers, the others are told at once.
   */
  edit<R>(change: (tx: Tx) => Promise<R>): Promise<R>
}

/** Without a listening connection edits by others are missed: then nothing older than this is served. */
const UNTOLD_MS = 1_000

/**
 * Read at the first use, and again after each edit, here or in another process, as told by `topic`
 * (docs/decisions/014).
 */
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
      // A read that is under way at an edit is dropped too: its value may be older than the edit
      const fresh: NonNullable<typeof current> = { value: read(db), at: performance.now() }
      fresh.value.then(
        (value) => {
          // A value that an edit outdated meanwhile is kept too, until the next read
          if (!last || last.at <= fresh.at) last = { value, at: fresh.at }
        },
        () => {
          if (current === fresh) forget() // the next read tries again
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
