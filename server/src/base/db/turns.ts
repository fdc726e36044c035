// Transactions of one address that wait, often for one row, leave connections to all others.
import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose call it is (null: no visitor's), and whether it is in a transaction already. */
type Caller = { address: string | null; isServed: boolean }

const callers = new AsyncLocalStorage<Caller>()
/** Of jobs and timers. */
const NO_VISITOR: Caller = { address: null, isServed: false }

/** Does `work`, and all that follows from it, in the turns of that address. */
export const asCallerAt = <T>(address: string, work: () => T): T =>
  callers.run({ address, isServed: false }, work)

/** For work that others wait for too: it must not wait in the turn of the one who began it. */
export const outsideTurns = <T>(work: () => T): T => callers.run(NO_VISITOR, work)

/** Of five connections an address has four at most. */
const SHARE = 5

type Line = { busy: number; waiting: (() => void)[] }

/** Turns of each address; what no visitor asked for needs none. */
export type Turns = {
  /**
   * Does `work`, which takes one connection, when it is the caller's turn. `waited`: whether the caller waited. A caller
   * that is in a transaction does not wait for itself. @throws after the time to wait, as `pg` does
   */
  run<T>(work: (waited: boolean) => Promise<T>): Promise<T>
}

/** `connections`: of the pool. `waitMs`: how long a call may wait for its turn. */
export function createTurns(connections: number, waitMs: number): Turns {
  const most = Math.max(1, connections - Math.ceil(connections / SHARE))
  const lines = new Map<string, Line>()

  function wait({ waiting }: Line): Promise<void> {
    return new Promise((done, fail) => {
      const enter = () => {
        clearTimeout(timer)
        done()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1)
        fail(new Error('timeout exceeded when trying to connect'))
      }, waitMs)
      waiting.push(enter)
    })
  }

  function end(address: string, line: Line): void {
    const next = line.waiting.shift()
    // It takes over the turn
    if (next) next()
    else if (--line.busy === 0) lines.delete(address)
  }

  return {
    async run(work) {
      const { address, isServed } = callers.getStore() ?? NO_VISITOR
      if (address === null || isServed) return work(false)
      const line = lines.get(address) ?? { busy: 0, waiting: [] }
      lines.set(address, line)
      const waits = line.busy === most
      if (waits) await wait(line)
      else line.busy++
      try {
        return await callers.run({ address, isServed: true }, () => work(waits))
      } finally {
        end(address, line)
      }
    },
  }
}
