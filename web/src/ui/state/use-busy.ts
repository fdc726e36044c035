import { useRef, useState } from 'react'

/** One piece of work at a time: `run` ignores what is asked for meanwhile, as by a double click. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false) // state would be set too late for a double click
  async function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { isBusy, run }
}
