// Who does what for the shop, and whether they answer. For the owner.
import { type Proveedor, proveedoresApi } from '@imprimitodo/shared/api/proveedores'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Probe } from '../../base/services/probe.ts'
import { SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { noteProveedores } from '../seguridad/service.ts'

type Registered = Proveedor & { cual: keyof Configurados; probe: () => Promise<Probe> }

/** Every provider. A new one adds its entry here and `probe` to its port. */
function proveedoresOf({ payments, fiscal, mailer, captcha, maps }: Deps): Registered[] {
  const isBandeja = mailer.kind === 'bandeja'
  return [
    {
      ...{ cual: 'pagos', titulo: 'Pagos', probe: payments.current.probe },
      servicio: payments.current.title,
      integrado: payments.current.integrated,
      nota: payments.current.note,
    },
    {
      ...{ cual: 'facturas', titulo: 'Facturas', probe: fiscal.probe },
      ...(fiscal.kind === 'arca'
        ? { servicio: 'ARCA', integrado: false, nota: null }
        : {
            servicio: 'Facturación simulada',
            integrado: true,
            nota: 'Los comprobantes no valen como factura. Faltan ARCA_CUIT, ARCA_CERT y ARCA_KEY.',
          }),
    },
    {
      ...{ cual: 'correo', titulo: 'Correo', probe: mailer.probe, integrado: isBandeja },
      servicio: isBandeja ? 'Bandeja propia' : 'SMTP',
      nota: isBandeja ? 'Los correos no salen: quedan guardados. Falta SMTP_URL.' : null,
    },
    {
      ...{ cual: 'captcha', titulo: 'Control antirobots', probe: captcha.probe },
      ...{ integrado: captcha.siteKey === null, nota: null },
      servicio: captcha.siteKey === null ? 'Prueba de trabajo propia' : 'reCAPTCHA',
    },
    {
      ...{ cual: 'mapas', titulo: 'Mapas', probe: maps.probe },
      ...(maps.kind === 'servicios'
        ? { servicio: 'Direcciones y rutas', integrado: false, nota: null }
        : {
            servicio: 'Distancias estimadas',
            integrado: true,
            nota: 'El delivery se mide en línea recta por 1,3: GEOCODER_URL y ROUTER_URL no están configurados.',
          }),
    },
  ]
}

/** What each provider was configured with; absent: nothing. */
type Configurados = Record<'pagos' | 'facturas' | 'correo' | 'captcha' | 'mapas', unknown>

/** At the start, in the security log: who is another one than at the last start, or has other credentials. */
export const notarProveedores = (deps: Deps, configurados: Configurados): Promise<void> =>
  noteProveedores(
    deps,
    proveedoresOf(deps).map(({ cual, titulo, servicio }) => ({
      ...{ cual, titulo, servicio },
      valores: configurados[cual],
    })),
  )

export function proveedoresMostradorRoutes(counter: FastifyInstance, deps: Deps): void {
  const proveedores = proveedoresOf(deps)
  serveMostrador(counter, proveedoresApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/proveedores': async () => proveedores,
    'POST /api/mostrador/proveedores/:cual/probar': async ({ params }) => {
      const proveedor = proveedores.find(({ cual }) => cual === params.cual)
      if (!proveedor) throw notFound('Ese proveedor no existe.')
      const start = performance.now()
      const { ok, detail } = await proveedor.probe().catch((err) => {
        deps.log.error({ err }, 'probe')
        return { ok: false, detail: 'No se pudo probar: fijate en el registro del servidor.' }
      })
      return { ok, detail, ms: Math.round(performance.now() - start) }
    },
  })
}
