import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from './proceso.ts'

export type Almacen = { url: string; stop(): Promise<void> }

/**
 * An S3 store on loopback in a process of its own, its objects below `folder`, for a client that treats it as
 * a real one.
 */
export async function startAlmacen(folder: string): Promise<Almacen> {
  const child = spawn(process.execPath, ['server/src/testing/peers/s3/main.ts', folder], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'], // it ends with this process, however that ends
  })
  const over = once(child, 'exit')
  const said = await Promise.race([once(child.stdout, 'data'), over.then(() => [''])])
  const url = String(said[0]).trim()
  if (!url) throw new Error('The store did not start.')
  return {
    url,
    async stop() {
      child.stdin.end()
      await over
    },
  }
}
