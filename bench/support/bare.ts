import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('./bare.mjs', import.meta.url))
const STREAMS = fileURLToPath(new URL('./bare-streams.mjs', import.meta.url))

/** A bare Fastify in a process of its own, which sends the bytes of `files` at /0, /1 ... */
export const startBare = (files: string[] = []) => start([SCRIPT, ...files])

/** A bare node:http in a process of its own, every answer of which stays open. */
export const startBareStreams = () => start([STREAMS])

async function start(args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(child.stdout, 'data')
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${String(port).trim()}`, pid: child.pid ?? 0, stop }
}
