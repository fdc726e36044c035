// The one thread that hashes passwords (password.ts).
import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

// On Linux this changes only the calling thread: during many logins light requests go first
if (process.platform === 'linux') setPriority(5)

parentPort?.on('message', (wanted: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', wanted))
})
