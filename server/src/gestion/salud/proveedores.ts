// Who does what for the shop, and whether they answer. For the owner.
import { randomUUID } from 'node:crypto'
import { type Proveedor, proveedoresApi } from '@imprimitodo/shared/api/proveedores'
import { CAMPOS_CONEXION, camposDe, isConectable } from '@imprimitodo/shared/rules/conexion'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { MailRefused } from '../../base/services/mail/port.ts'
import type { Probe } from '../../base/services/probe.ts'
import {
  type SesionesMostrador,
  SIN_CONFIRMAR,
  serveMostrador,
  viewUsuario,
} from '../../mostrador/acceso/service.ts'
import type { Quien } from '../auditoria/service.ts'
import { noteProveedores } from '../seguridad/service.ts'
import { connectProvider, puntosDeArca, requestCertificado, sendPrueba } from './connect.ts'

type Registered = Pick<Proveedor, 'titulo' | 'servicio' | 'integrado' | 'nota'> & {
  cual: Cual
  probe: () => Promise<Probe>
}

/** Of an outside service in whose place nothing is simulated. */
const SIN_CONECTAR = 'Sin conectar'

/** Every provider. A new one adds its entry here and `probe` to its port. */
function proveedoresOf({
  payments,
  fiscal,
  mailer,
  captcha,
  maps,
  copia,
}: Pick<Deps, 'captcha' | 'copia' | 'fiscal' | 'mailer' | 'maps' | 'payments'>): Registered[] {
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
/** What each provider was configured with by the environment; absent: nothing. */
type Configurados = Record<Cual, unknown>
/** Their names in the security log. */
const EN_EL_REGISTRO: Partial<Record<Cual, string>> = { mercadopago: 'pagos', arca: 'facturas' }

/** At the start, in the security log: who is another one than at the last start, or has other credentials. */
export const recordProveedores = (deps: Deps, configurados: Configurados): Promise<void> =>
  noteProveedores(
    deps,
    proveedoresOf(deps).map(({ cual, titulo, servicio }) => ({
      cual: EN_EL_REGISTRO[cual] ?? cual,
      titulo,
      servicio,
      valores: configurados[cual],
    })),
  )

export function proveedoresMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
): void {
  const list = () => Promise.all(proveedoresOf(deps).map((one) => describe(deps, one)))
  serveMostrador(
    counter,
    proveedoresApi,
    {
      'GET /api/mostrador/proveedores': SIN_CONFIRMAR,
      'PUT /api/mostrador/proveedores/:cual': 'dueno',
      'POST /api/mostrador/proveedores/arca/solicitud': 'dueno',
      'GET /api/mostrador/proveedores/arca/puntos-venta': SIN_CONFIRMAR,
      'POST /api/mostrador/proveedores/:cual/probar': SIN_CONFIRMAR,
    },
    {
      'GET /api/mostrador/proveedores': list,
      'PUT /api/mostrador/proveedores/:cual': async ({ params, body, request }) => {
        await connectProvider(deps, sesiones.of(request).operador, params.cual, body.valores)
        return list()
      },
      'POST /api/mostrador/proveedores/arca/solicitud': ({ request }) =>
        requestCertificado(deps, sesiones.of(request).operador),
      'GET /api/mostrador/proveedores/arca/puntos-venta': () => puntosDeArca(deps),
      'POST /api/mostrador/proveedores/:cual/probar': ({ params, request }) =>
        attempt(deps, sesiones.of(request).operador, params.cual),
    },
  )
}

/** As the screen shows it: which values are there, never what they are. */
async function describe(
  { db, conexiones, payments, publicUrl }: Pick<Deps, 'conexiones' | 'db' | 'payments' | 'publicUrl'>,
  { probe: _, ...proveedor }: Registered,
): Promise<Proveedor> {
  const cual = isConectable(proveedor.cual) ? proveedor.cual : null
  const isOutside = !proveedor.integrado && proveedor.servicio !== SIN_CONECTAR
  const isEnv = cual ? conexiones.deEntorno(cual) : isOutside
  const base = {
    ...proveedor,
    origen: isEnv ? ('entorno' as const) : null,
    valores: {},
    faltan: [],
    probado: null,
    direccion: cual === 'mercadopago' ? `${publicUrl}${payments.current.notifications.path}` : null,
  }
  if (!cual || isEnv) return base
  const { valores, probado } = await conexiones.read(db, cual)
  const campos = camposDe(cual, valores ?? {})
  const todos = CAMPOS_CONEXION[cual]
  return {
    ...base,
    origen: todos.some(({ clave }) => valores?.[clave]) ? 'pantalla' : null,
    valores: Object.fromEntries(
      todos.map(({ clave, opciones }) => {
        const text = valores?.[clave]
        return [clave, { puesto: Boolean(text), ...(opciones && text && { opcion: text }) }]
      }),
    ),
    faltan: campos.flatMap(({ clave, opcional }) => (opcional || valores?.[clave] ? [] : [clave])),
    probado: probado?.toISOString() ?? null,
  }
}

async function attempt(deps: Deps, operador: Quien, cual: string) {
  const proveedor = proveedoresOf(deps).find((one) => one.cual === cual)
  if (!proveedor) throw notFound('Ese proveedor no existe.')
  const start = performance.now()
  const { ok, detail } = await tryOut(proveedor.probe).catch((err) => {
    deps.log.error({ err }, 'probe')
    return { ok: false, detail: 'No se pudo probar: fijate en el registro del servidor.' }
  })
  if (ok && isConectable(cual)) await deps.conexiones.markProbado(cual, deps.now())
  return { anda: ok, texto: detail, ms: Math.round(performance.now() - start) }

  async function tryOut(probe: () => Promise<Probe>): Promise<Probe> {
    const answer = await probe()
    if (!answer.ok || cual !== 'correo' || deps.mailer.kind !== 'smtp') return answer
    const { email } = await viewUsuario(deps, operador.id)
    return sendPrueba(deps, email, `prueba-${randomUUID()}`).catch((error) => {
      if (!(error instanceof MailRefused)) throw error
      return { ok: false, detail: `El servidor no tomó el mail de prueba: «${error.message.slice(0, 200)}».` }
    })
  }
}
