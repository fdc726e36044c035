import type { Db } from '../../db/open.ts'
import { type ArcaSettings, createArca } from './arca.ts'
import type { Fiscal } from './port.ts'
import { createFiscalSimulado } from './simulado.ts'

/** ARCA where its certificate is configured, else the simulated one. */
export function createFiscal(parts: { db: Db; now: () => Date }, arca: ArcaSettings | undefined): Fiscal {
  return arca ? createArca({ ...parts, settings: arca }) : createFiscalSimulado(parts)
}
