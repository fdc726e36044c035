import { once } from 'node:events'
import { createServer } from 'node:net'

type Place = { host: string; port: number }

/**
 * Listens for a moment, before a first start makes secrets that are shown once. @throws the system's error where
 * another program has the port, or the host is no address of this machine
 */
export async function needPort({ host, port }: Place): Promise<void> {
  const probe = createServer((socket) => socket.destroy()).listen({ host, port })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

const ALL_ADDRESSES = ['0.0.0.0', '::']

/** Where this process reaches itself. */
export function ownOrigin({ host, port }: Place): string {
  const name = ALL_ADDRESSES.includes(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
