import type { ValoresConexion } from '@imprimitodo/shared/rules/gestion/conexion'
import type { Db } from '../../db/open.ts'
import { type ArcaSettings, type ArcaUrls, createArca } from './arca.ts'
import { createFiscalAusente } from './ausente.ts'
import type { Fiscal } from './port.ts'
import { createFiscalSimulado } from './simulado.ts'

type Parts = { db: Db; now: () => Date }
type Settings = { arca: ArcaSettings | undefined; simulated: boolean }

/** ARCA if its certificate is configured, otherwise the simulated one if it may be used, otherwise none. */
export function createFiscal(parts: Parts, { arca, simulated }: Settings): Fiscal {
  if (arca) return createArca({ ...parts, settings: arca })
  return simulated ? createFiscalSimulado(parts) : createFiscalAusente()
}

/** Addresses of the real ARCA, and of its test environment. */
export type ArcaAmbientes = { produccion: ArcaUrls; homologacion: ArcaUrls }

/**
 * From the owner's values. A certificate of the test environment (homologacion) can be tried but issues
 * nothing in a shop that sells: its numbers are not the real ones, and both would be one series here.
 * @param clave the private key, PEM
 */
export function createFiscalConectada(
  parts: Parts,
  {
    simulated,
    production,
    arcaUrls,
  }: Omit<Settings, 'arca'> & { production: boolean; arcaUrls: ArcaAmbientes },
  { cuit = '', condicion, ambiente, certificado, clave }: ValoresConexion,
): Fiscal {
  const none = createFiscal(parts, { arca: undefined, simulated })
  if (!certificado || !clave)
    return {
      ...none,
      probe: async () => ({
        ok: false,
        detail: 'Falta el certificado: bajá la solicitud, subila a ARCA y cargá acá el que te dé.',
      }),
    }
  const isTrial = ambiente === 'homologacion'
  const issuer = condicion === 'RI' ? 'RI' : 'MT'
  const urls = isTrial ? arcaUrls.homologacion : arcaUrls.produccion
  const real = createArca({ ...parts, settings: { cuit, issuer, cert: certificado, key: clave, ...urls } })
  if (!isTrial || !production) return real
  return {
    ...none,
    async probe() {
      const { ok, detail } = await real.probe()
      return { ok, detail: `${detail} Es la ARCA de prueba: las facturas siguen esperando a la de verdad.` }
    },
  }
}
