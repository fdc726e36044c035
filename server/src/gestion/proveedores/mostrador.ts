// The owner's calls for providers: which are connected, with which values, and whether they work.
import { randomUUID } from 'node:crypto'
import { type Proveedor, proveedoresApi } from '@imprimitodo/shared/api/proveedores'
import { CAMPOS_CONEXION, camposDe, isConectable } from '@imprimitodo/shared/rules/gestion/conexion'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { within } from '../../base/runtime/within.ts'
import { MailDown, MailRefused, MailUnanswered } from '../../base/services/mail/port.ts'
import type { Probe } from '../../base/services/probe.ts'
import {
  type SesionesMostrador,
  SIN_CONFIRMAR,
  serveMostrador,
  viewUsuario,
} from '../../mostrador/acceso/service.ts'
import type { Quien } from '../auditoria/service.ts'
import { connectProvider, puntosDeArca, requestCertificado, sendPrueba } from './connect.ts'
import { type ProveedoresDeps, proveedoresOf, type Registered, SIN_CONECTAR } from './proveedores.ts'

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

/** For the screen: which values exist, never the values. */
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

async function attempt(
  deps: ProveedoresDeps & Pick<Deps, 'conexiones' | 'db' | 'log' | 'now' | 'tienda'>,
  operador: Quien,
  cual: string,
) {
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
    const sent = await within(
      ANSWER_MS,
      sendPrueba(deps, email, `prueba-${randomUUID()}`).catch(pruebaProblem),
    )
    return sent ?? { ok: false, detail: SIN_RESPUESTA }
  }
}

/** How long the owner waits for a mail server's answer; the mail may still leave later. */
const ANSWER_MS = 45_000
const SIN_RESPUESTA = 'El servidor no dijo si tomó el mail de prueba: fijate en unos minutos si llegó.'

function pruebaProblem(error: unknown): Probe {
  if (error instanceof MailUnanswered) return { ok: false, detail: SIN_RESPUESTA }
  if (error instanceof MailDown) return { ok: false, detail: `El mail de prueba no salió: ${error.message}` }
  if (!(error instanceof MailRefused)) throw error
  return { ok: false, detail: `El servidor no tomó el mail de prueba: «${error.message.slice(0, 200)}».` }
}
