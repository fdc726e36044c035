import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { endLeftovers } from '../../server/src/base/db/postgres-leftovers.ts'
import { testFolder } from '../../server/src/testing/folder.ts'
import { isGrande, startGrande } from './grande.ts'
import { copyPlantilla } from './plantilla.ts'
import { type Shop, startProceso } from './proceso.ts'

export { freePort } from '../../scripts/free-port.ts'
export { OWNER, type Shop } from './proceso.ts'

export type ShopOptions = {
  /** The folder of an earlier shop, to start again on its data. */
  dataDir?: string
  port?: number
  env?: Record<string, string>
  /** The folder of a shop that was started once and ended, to begin on a copy of; else on an empty one. */
  plantilla?: string
}

/** The real server in processes of its own, on a new shop, once it answers that it is well. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const dataDir = options.dataDir ?? testFolder('e2e')
  const port = options.port ?? (await freePort())
  if (isGrande) return startGrande(dataDir, { port, env: options.env })
  if (options.plantilla) copyPlantilla(options.plantilla, dataDir)
  const forget = async () => {
    await endLeftovers(join(dataDir, 'postgres'))
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  const proceso = await startProceso(dataDir, port, options.env).catch(async (error) => {
    if (!options.dataDir) await forget()
    throw error
  })
  return {
    ...proceso,
    archivos: join(dataDir, 'archivos'),
    procesos: [proceso],
    async remove() {
      await proceso.stop()
      await forget()
    },
  }
}
