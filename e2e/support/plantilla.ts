// One shop is started and ended before all journeys; theirs begin on copies of its folder.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../scripts/free-port.ts'
import { sweepTestFolders, testFolder } from '../../server/src/testing/folder.ts'
import { ask } from './ask.ts'
import { isGrande } from './grande.ts'
import { OWNER, startProceso } from './proceso.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of a shop that was started once and ended. */
    plantilla: string
  }
}

/** An empty database that is made, migrated and filled takes longer than a copy of one: once for all journeys. */
export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  await sweepTestFolders()
  if (isGrande) return
  const folder = testFolder('plantilla')
  const forget = () => rmSync(folder, { recursive: true, force: true })
  try {
    const proceso = await startProceso(folder, await freePort())
    // Many journeys of one file order with the same mailbox and leave orders unpaid
    const { access } = await ask<{ access: string }>(proceso, '/api/mostrador/ingresar', OWNER)
    const init = { method: 'PUT', headers: { authorization: `Bearer ${access}` } }
    await ask(proceso, '/api/mostrador/ajustes', { limites: { pedidos_abiertos: 100 } }, init)
    await proceso.stop()
  } catch (error) {
    forget()
    throw error
  }
  project.provide('plantilla', folder)
  return forget
}

/** `-a`: as root the database's folder is another user's. */
export function copyPlantilla(plantilla: string, dataDir: string): void {
  execFileSync('cp', ['-a', `${plantilla}/.`, dataDir])
}
