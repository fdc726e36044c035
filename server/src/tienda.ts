import type { Deps, Tienda } from './base/runtime/deps.ts'
import { type Kept, keep } from './base/runtime/kept.ts'
import { readAbierta, readAjustes } from './gestion/ajustes/service.ts'
import { listSucursales } from './gestion/sucursales/service.ts'

/** From memory, for display. Code that charges money reads the settings in its transaction: `readAjustes`. */
export const createTienda = (deps: Pick<Deps, 'db' | 'events'>): Kept<Tienda> =>
  keep(deps, 'ajustes', async (db) => ({
    ajustes: await readAjustes(db),
    sucursales: await listSucursales(db),
    abierta: await readAbierta(db),
  }))
