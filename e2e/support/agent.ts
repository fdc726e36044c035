import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ask, ownerBearer } from './server.ts'
import { OWNER, type Shop } from './shop.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export type Agent = {
  /** Starts it, each time with the same folder, as the computer of a branch does. */
  start(): void
  /** Does nothing after it has ended. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Its exit code, once it ended by itself. */
  ended(): Promise<number | null>
  /** Ends it and deletes its folder. */
  remove(): Promise<void>
}

/** The print agent of a branch as its computer runs it, in a process of its own. `by`: its token, or its pairing code. Started by its first `start`. */
export function createAgent(shop: Pick<Shop, 'url'>, by: string | { codigo: string }): Agent {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-agente-'))
  const own = { PATH: process.env.PATH, HOME: process.env.HOME }
  let child: ChildProcess | undefined
  const isOver = () => !child || child.exitCode !== null || child.signalCode !== null
  const agent: Agent = {
    start() {
      // The test must not find printers of this machine's network
      const args = ['agent/src/main.ts', '--server', shop.url, '--folder', folder, '--red', 'no']
      child = spawn(process.execPath, typeof by === 'string' ? args : [...args, '--codigo', by.codigo], {
        cwd: ROOT,
        env: { ...own, ...(typeof by === 'string' && { AGENTE_TOKEN: by }) },
        stdio: 'ignore',
      })
    },
    async end(signal) {
      if (isOver()) return
      const over = once(child as ChildProcess, 'exit')
      child?.kill(signal)
      await over
    },
    async ended() {
      if (child && !isOver()) await once(child, 'exit')
      return child?.exitCode ?? null
    },
    async remove() {
      await agent.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return agent
}

/** @returns the token of a new agent of that branch */
export async function addAgent(shop: Shop, sucursal: string): Promise<string> {
  const headers = await ownerBearer(shop)
  const body = { nombre: 'PC mostrador', sucursal, actual: OWNER.password }
  return (await ask<{ token: string }>(shop, '/api/mostrador/agentes', body, { headers })).token
}

export async function addPrinter(
  shop: Shop,
  printer: { nombre: string; sucursal: string; uri: string; automatica?: boolean },
) {
  const headers = await ownerBearer(shop)
  return ask<{ id: number }>(shop, '/api/mostrador/impresoras', printer, { headers })
}
