import type { Db } from '../../db/open.ts'
import { type ArcaSettings, createArca } from './arca.ts'
import { createFiscalAusente } from './ausente.ts'
import type { Fiscal } from './port.ts'
import { createFiscalSimulado } from './simulado.ts'

/** ARCA where its certificate is configured, else the simulated one, where that may be used, or none. */
export function createFiscal(
  parts: { db: Db; now: () => Date },
  { arca, simulated }: { arca: ArcaSettings | undefined; simulated: boolean },
): Fiscal {
  if (arca) return createArca({ ...parts, settings: arca })
  return simulated ? createFiscalSimulado(parts) : createFiscalAusente()
}
