import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Probe } from '../../base/services/probe.ts'
import { noteProveedores } from '../seguridad/service.ts'

export type Registered = Pick<Proveedor, 'titulo' | 'servicio' | 'integrado' | 'nota'> & {
  cual: Cual
  probe: () => Promise<Probe>
}

/** Status of an outside service that has no simulated substitute. */
export const SIN_CONECTAR = 'Sin conectar'

export type ProveedoresDeps = Pick<Deps, 'captcha' | 'copia' | 'fiscal' | 'mailer' | 'maps' | 'payments'>

/** Every provider. A new one adds its entry here and a `probe` to its port. */
export function proveedoresOf({
  payments,
  fiscal,
  mailer,
  captcha,
  maps,
  copia,
}: ProveedoresDeps): Registered[] {
  const isBandeja = mailer.kind === 'bandeja'
  return [
    {
      cual: 'mercadopago',
      titulo: 'Pagos',
      probe: payments.current.probe,
      servicio: payments.current.title,
      integrado: payments.current.integrated,
      nota: payments.current.note,
    },
    {
      cual: 'arca',
      titulo: 'Facturas',
      probe: fiscal.probe,
      ...(fiscal.isMissing
        ? {
            servicio: SIN_CONECTAR,
            integrado: false,
            nota: 'Las facturas quedan esperando hasta conectar ARCA.',
          }
        : fiscal.kind === 'arca'
          ? { servicio: 'ARCA', integrado: false, nota: null }
          : {
              servicio: 'Facturación simulada',
              integrado: true,
              nota: 'Los comprobantes no valen como factura hasta conectar ARCA.',
            }),
    },
    {
      cual: 'correo',
      titulo: 'Correo',
      probe: mailer.probe,
      integrado: isBandeja,
      servicio: isBandeja ? 'Bandeja propia' : 'SMTP',
      nota: isBandeja
        ? 'Los mails se guardan y no salen: nadie se entera de que su pedido está listo.'
        : null,
    },
    {
      cual: 'captcha',
      titulo: 'Control antirobots',
      probe: captcha.probe,
      integrado: captcha.siteKey === null,
      nota: null,
      servicio: captcha.siteKey === null ? 'Prueba de trabajo propia' : 'reCAPTCHA',
    },
    {
      cual: 'mapas',
      titulo: 'Mapas',
      probe: maps.probe,
      ...(maps.kind === 'servicios'
        ? { servicio: 'Direcciones y rutas', integrado: false, nota: null }
        : {
            servicio: 'Distancias estimadas',
            integrado: true,
            nota: 'El delivery se mide en línea recta por 1,3: falta conectar un buscador de direcciones y un trazador de rutas.',
          }),
    },
    ...(copia ? [copiaOf(copia)] : []),
  ]
}

const copiaOf = ({ nombre, probe }: NonNullable<Deps['copia']>): Registered => ({
  cual: 'respaldo',
  titulo: 'Copia del respaldo',
  probe,
  integrado: false,
  servicio: nombre ?? SIN_CONECTAR,
  nota: nombre ? null : 'Los respaldos están en el mismo disco que la tienda: si se rompe, se pierde todo.',
})

type Cual = 'mercadopago' | 'arca' | 'correo' | 'captcha' | 'mapas' | 'respaldo'
/** The environment's configuration of each provider; absent: none. */
type Configurados = Record<Cual, unknown>
/** Their names in the security log. */
const EN_EL_REGISTRO: Partial<Record<Cual, string>> = { mercadopago: 'pagos', arca: 'facturas' }

/**
 * At the start, in the security log: providers that changed since the last start, or have other credentials.
 */
export const recordProveedores = (
  deps: ProveedoresDeps & Pick<Deps, 'dataDir' | 'db' | 'seguridad'>,
  configurados: Configurados,
): Promise<void> =>
  noteProveedores(
    deps,
    proveedoresOf(deps).map(({ cual, titulo, servicio }) => ({
      cual: EN_EL_REGISTRO[cual] ?? cual,
      titulo,
      servicio,
      valores: configurados[cual],
    })),
  )
