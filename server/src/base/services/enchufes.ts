import type { ValoresConexion } from '@imprimitodo/shared/rules/gestion/conexion'
import type { Locks } from '../runtime/locks.ts'
import { installationSecret } from '../secrets/secret.ts'
import { createCaptcha } from './captcha/index.ts'
import { CLAVE_PROPIA, type Enchufes } from './conexiones.ts'
import type { DireccionLugar } from './copia/address.ts'
import { createCopia, direccionOf, direccionProblems } from './copia/elegida.ts'
import type { S3Storage } from './files/bucket.ts'
import { certificateProblem } from './fiscal/arca-solicitud.ts'
import { type ArcaAmbientes, createFiscal, createFiscalConectada } from './fiscal/index.ts'
import { createMailer } from './mail/index.ts'
import { createMapsCache } from './maps/cache.ts'
import { createMaps, type MapsSettings } from './maps/index.ts'
import { createPayments } from './payments/index.ts'
import type { Pulso } from './pulso.ts'

type Settings = Parameters<typeof createMailer>[0] &
  Parameters<typeof createPayments>[0] &
  Parameters<typeof createCaptcha>[1] &
  Pick<MapsSettings, 'geocoderUrl' | 'routerUrl' | 'mapTilesUrl'> & {
    /** The address of Mercado Pago's API. */
    mpApiUrl: string
    /** The environment names a map service; services that it does not name have a default. */
    mapasDeEntorno: boolean
    arcaUrls: ArcaAmbientes
    /** The folder of backups; undefined: none are made. */
    backup: { carpeta: string } | undefined
    backupCopy: DireccionLugar | undefined
    /** The store of customers' files. */
    storage: S3Storage | undefined
    production: boolean
  } & Parameters<typeof createFiscal>[1]
type Parts = Parameters<typeof createPayments>[1] & { pulso: Pulso; locks: Pick<Locks, 'take'> }

/**
 * The providers that the owner may connect: from the environment if it sets them, otherwise from the typed
 * values.
 */
export function enchufesOf(settings: Settings, { pulso, locks, ...parts }: Parts): Enchufes {
  const now = () => parts.now().getTime()
  const mapsWorld = { cache: createMapsCache(parts.db, parts.now), locks, now }
  const contact = `${settings.publicUrl}, ${settings.mailFrom}`
  return {
    correo: {
      deEntorno: settings.smtpUrl !== undefined,
      make: (valores) => pulso.watch('correo', createMailer(settings, valores)),
    },
    mercadopago: {
      deEntorno: settings.mercadopago !== undefined,
      make: (valores) =>
        createPayments(
          {
            simulated: settings.simulated,
            mercadopago: valores
              ? {
                  accessToken: valores.access_token ?? '',
                  webhookSecret: valores.webhook_secret,
                  apiUrl: settings.mpApiUrl,
                }
              : settings.mercadopago,
          },
          parts,
          (provider) => pulso.watch('pagos', provider),
        ),
    },
    captcha: {
      deEntorno: settings.recaptcha !== undefined,
      make: (valores) => {
        const secret = installationSecret(parts.dataDir, 'captcha')
        return pulso.watch('captcha', createCaptcha(secret, { ...settings, ...recaptchaOf(valores) }, now))
      },
    },
    arca: {
      deEntorno: settings.arca !== undefined,
      make: (valores) =>
        pulso.watch(
          'facturas',
          valores?.cuit ? createFiscalConectada(parts, settings, valores) : createFiscal(parts, settings),
        ),
      problems({ certificado, cuit = '', [CLAVE_PROPIA]: key }) {
        const problem = certificado && certificateProblem(certificado, { key, cuit, now: parts.now() })
        return problem ? { certificado: problem } : null
      },
    },
    respaldo: {
      // The same if no backups are made here, since there is nothing to copy
      deEntorno: settings.backupCopy !== undefined || settings.backup === undefined,
      make: (valores) =>
        createCopia(settings.backupCopy ?? (valores && direccionOf(valores)), settings.backup?.carpeta),
      problems: (valores) => direccionProblems(valores, settings.storage),
    },
    mapas: {
      deEntorno: settings.mapasDeEntorno,
      make: (valores) => createMaps({ ...settings, contact, ...mapasOf(valores) }, mapsWorld),
    },
  }
}

const recaptchaOf = (valores: ValoresConexion | null) =>
  valores && { recaptcha: { siteKey: valores.clave_sitio ?? '', secret: valores.clave_secreta ?? '' } }

/** Empty values get their default. */
const mapasOf = (valores: ValoresConexion | null) => ({
  ...(valores?.direcciones && { geocoderUrl: valores.direcciones }),
  ...(valores?.rutas && { routerUrl: valores.rutas }),
  ...(valores?.teselas && { mapTilesUrl: valores.teselas }),
})
