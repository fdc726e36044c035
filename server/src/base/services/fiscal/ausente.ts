import { type Fiscal, FiscalDown } from './port.ts'

/** In production without ARCA: requested vouchers wait until it is connected. */
export function createFiscalAusente(): Fiscal {
  const down = async (): Promise<never> => {
    throw new FiscalDown('ARCA no está conectada.')
  }
  return {
    kind: 'arca',
    isMissing: true,
    emisor: null,
    last: down,
    issue: down,
    find: down,
    persona: down,
    puntosVenta: down,
    probe: async () => ({ ok: false, detail: 'Falta conectar ARCA.' }),
  }
}
