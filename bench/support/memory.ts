import { readFileSync } from 'node:fs'

/** Resident memory of another process on this machine, in MB (10^6 bytes). */
export function rssMb(pid: number): number {
  return (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / 1e6
}
