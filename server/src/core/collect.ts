import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// A flag of the command line would have to be in every place that starts a server
setFlagsFromString('--expose-gc')
/** V8's collector. */
export const collect: NonNullable<typeof globalThis.gc> = runInNewContext('gc')

const EVERY_BYTES = 8 * 1024 ** 2
/** What is on its way while young ones are collected counts as old soon: 20 kB of such garbage for each MB. */
const ALL_EVERY = 64
let since = 0
let times = 0

/**
 * To be told of bytes that went through memory and are garbage now, or made some. Each 8 MB the young ones are collected
 * (about 1 ms), each 512 MB all: by itself V8 waits for 32 MB of objects and as much of buffers, and what it took for
 * them it keeps.
 */
export function spent(bytes: number): void {
  since += bytes
  if (since < EVERY_BYTES) return
  since = 0
  collect({ type: ++times % ALL_EVERY === 0 ? 'major' : 'minor', execution: 'sync' })
}
