import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resident memory of another process on this machine, in MB (10^6 bytes). */
export function rssMb(pid: number): number {
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6
}

/** The most another process took while `work` went on, looked at every 20 ms. */
export async function peakMbOf<T>(pid: number, work: () => Promise<T>): Promise<{ peak: number; result: T }> {
  let peak = rssMb(pid)
  const sampler = setInterval(() => {
    peak = Math.max(peak, rssMb(pid))
  }, 20)
  try {
    return { result: await work(), peak }
  } finally {
    clearInterval(sampler)
  }
}

const STEADY_S = 22
const MAX_S = 90

/** Once it has not moved by a hundredth for `STEADY_S`. */
export async function rssAtRest(pid: number): Promise<number> {
  let since = 0
  let mb = rssMb(pid)
  for (let second = 0; second < MAX_S && since < STEADY_S; second++, since++) {
    await sleep(1_000)
    const now = rssMb(pid)
    if (Math.abs(now - mb) > mb / 100) since = 0
    if (since === 0) mb = now
  }
  return rssMb(pid)
}
