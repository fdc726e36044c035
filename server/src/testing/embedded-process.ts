/** A process of its own around the embedded PostgreSQL of argv[2], to be killed by the tests. argv[3] `durable`: as in production. */
import { startEmbedded } from '../base/db/embedded.ts'

const { url, pid, stop } = await startEmbedded(process.argv[2] ?? '', {
  fsync: process.argv[3] === 'durable',
})
process.once('SIGUSR2', () => {
  throw new Error('Something else failed')
})
process.once('SIGTERM', () => {
  void stop().then(() => process.exit(0))
})
console.log(JSON.stringify({ url, pid: pid() }))
