// Commands of the project in processes of their own, on a DATA_DIR.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { OWNER, ROOT } from '../../e2e/support/proceso.ts'

const PRELOAD = ['--import', './scripts/preload.mjs']
/** The priority with which the server starts its backup. */
const NICE = 10

/** Fills the folder as `npm run soak -- llenar` does. */
export function fillDataDir(
  dataDir: string,
  { pedidos, correos }: { pedidos: number; correos: number },
): void {
  const args = ['scripts/fill.ts', '--pedidos', String(pedidos), '--correos', String(correos)]
  const { status } = spawnSync(process.execPath, [...PRELOAD, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, DATA_DIR: dataDir, OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password },
  })
  if (status) throw new Error(`The past of ${pedidos} orders was not filled.`)
}

/** The server's backup process, with low priority. */
export async function backUp(args: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [...PRELOAD, 'server/src/backup-command.ts', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  if (child.pid) setPriority(child.pid, NICE)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}`)
}
