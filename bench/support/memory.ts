import { once } from 'node:events'
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

/**
 * What another Node process still uses of its heap after a collection, in MB. Resident memory also holds the garbage that V8
 * has not collected yet. Asked by the inspector, which SIGUSR1 opens in that process.
 */
export async function heapInUseMb(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorUrl())
  await once(socket, 'open')
  try {
    await ask(socket, 'HeapProfiler.enable')
    await ask(socket, 'HeapProfiler.collectGarbage')
    return ((await ask(socket, 'Runtime.getHeapUsage')).usedSize ?? 0) / 1e6
  } finally {
    socket.close()
  }
}

type InspectorAnswer = { id?: number; result: { usedSize?: number } }

async function ask(socket: WebSocket, method: string): Promise<InspectorAnswer['result']> {
  socket.send(JSON.stringify({ id: 1, method }))
  for (;;) {
    const [message]: { data: string }[] = await once(socket, 'message')
    const answer: InspectorAnswer = JSON.parse(message?.data ?? '{}')
    if (answer.id === 1) return answer.result // the others are events
  }
}

/** It listens some milliseconds after the signal. */
async function inspectorUrl(): Promise<string> {
  for (;;) {
    const answer = await fetch('http://127.0.0.1:9229/json').catch(() => null)
    const [found]: { webSocketDebuggerUrl: string }[] = answer ? await answer.json() : []
    if (found) return found.webSocketDebuggerUrl
    await sleep(100)
  }
}

const STEADY_S = 22
const MAX_S = 90

/** The memory of the process once it has changed by less than a hundredth for `STEADY_S`. */
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
