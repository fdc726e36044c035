// The owner connects a provider on the screen, and tries it. Typed secrets are never shown again.
import {
  CAMPOS_CONEXION,
  type Conectable,
  camposDe,
  conexionProblems,
  isConectable,
  keptSecretProblems,
  type ValoresConexion,
} from '@imprimitodo/shared/rules/gestion/conexion'
import { nombreTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { notFound, Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { CLAVE_PROPIA } from '../../base/services/conexiones.ts'
import { FiscalDown, type PuntoVenta } from '../../base/services/fiscal/port.ts'
import type { Probe } from '../../base/services/probe.ts'
import { noteCambio, type Quien } from '../auditoria/service.ts'

const DE_ENTORNO =
  'Esto se configura en el servidor, con variables de entorno: mientras estén puestas, acá no se cambia.'

/**
 * Absent keys stay as they are; an empty one that may be left out is removed; null disconnects. This process works with it as soon as it answers, the
 * others at once.
 * @throws 400 {clave: [..]}, 404, 409
 */
export async function connectProvider(
  { db, now, conexiones }: Pick<Deps, 'db' | 'now' | 'conexiones'>,
  quien: Quien,
  cual: string,
  typed: ValoresConexion | null,
): Promise<void> {
  if (!isConectable(cual)) throw notFound('Eso no se conecta desde acá.')
  if (conexiones.deEntorno(cual)) throw refuse(409, DE_ENTORNO)
  await db.transaction(async (tx) => {
    const { valores } = await conexiones.readToChange(tx, cual)
    const { [CLAVE_PROPIA]: propia, ...before } = valores ?? {}
    const given = typed && withoutBlanks(typed)
    const kept = typed ? withoutEmptied(cual, before, typed) : before
    if (given) needNone(keptSecretProblems(cual, kept, given))
    const after = given && withoutBlanks({ ...stillAsked(cual, kept, given), ...given })
    // Our own key stays after a disconnect: the certificate that ARCA gave for it is worthless without it
    const whole = after || propia ? { ...after, ...(propia && { [CLAVE_PROPIA]: propia }) } : null
    if (after && whole) {
      needNone(conexionProblems(cual, after))
      needNone(conexiones.problems(cual, whole))
    }
    await conexiones.write(tx, cual, whole)
    const named = Object.keys({ ...before, ...after })
    const changed = named.filter((clave) => after?.[clave] !== before[clave])
    await noteCambio(tx, quien, now(), {
      que: 'ajustes',
      clave: cual,
      nombre: NOMBRES[cual],
      // Names of the keys, not their values
      accion: 'cambiar',
      despues: { conectado: after !== null, datos_cambiados: changed.join(', ') },
    })
  })
  await conexiones.reload()
}

/** @throws 400 {clave: [..]} */
function needNone(problems: Record<string, string>): void {
  const found = Object.entries(problems)
  if (found.length === 0) return
  throw new Refusal(400, Object.fromEntries(found.map(([clave, message]) => [clave, [message]])))
}

/** The request for ARCA's certificate, made each time with the same key. @throws 409 */
export async function requestCertificado(
  { db, now, conexiones }: Pick<Deps, 'db' | 'now' | 'conexiones'>,
  quien: Quien,
): Promise<{ solicitud: string }> {
  if (conexiones.deEntorno('arca')) throw refuse(409, DE_ENTORNO)
  return db.transaction(async (tx) => {
    const made = await conexiones.requestArca(tx)
    if (!made) throw refuse(409, 'Guardá primero el CUIT y el nombre de quien factura.')
    if (made.isNew)
      await noteCambio(tx, quien, now(), {
        que: 'ajustes',
        clave: 'arca',
        nombre: NOMBRES.arca,
        accion: 'cambiar',
        despues: { solicitud_de_certificado: true },
      })
    return { solicitud: made.solicitud }
  })
}

/** @throws 502 */
export async function puntosDeArca({ fiscal }: Pick<Deps, 'fiscal'>): Promise<{ puntos: PuntoVenta[] }> {
  try {
    return { puntos: await fiscal.puntosVenta() }
  } catch (error) {
    if (error instanceof FiscalDown) throw refuse(502, error.message)
    throw error
  }
}

const NOMBRES: Record<Conectable, string> = {
  mercadopago: 'Conexión con Mercado Pago',
  correo: 'Conexión del correo',
  respaldo: 'Lugar de la copia del respaldo',
  arca: 'Conexión con ARCA',
  captcha: 'Conexión con reCAPTCHA',
  mapas: 'Conexión de los mapas',
}

/** Drops stored keys that may be left out and were sent empty; any other that is sent empty stays. */
function withoutEmptied(cual: Conectable, before: ValoresConexion, typed: ValoresConexion): ValoresConexion {
  const emptied = new Set(
    CAMPOS_CONEXION[cual].flatMap(({ clave, opcional }) => (opcional && typed[clave] === '' ? [clave] : [])),
  )
  return Object.fromEntries(Object.entries(before).filter(([clave]) => !emptied.has(clave)))
}

/** Drops stored keys that another choice does not need. */
function stillAsked(cual: Conectable, before: ValoresConexion, typed: ValoresConexion): ValoresConexion {
  const asked = new Set(camposDe(cual, { ...before, ...typed }).map(({ clave }) => clave))
  return Object.fromEntries(Object.entries(before).filter(([clave]) => asked.has(clave)))
}

const withoutBlanks = (valores: ValoresConexion): ValoresConexion =>
  Object.fromEntries(
    Object.entries(valores).flatMap(([clave, text]) => (text.trim() ? [[clave, text.trim()]] : [])),
  )

/** Sends a mail to the caller through the connected server. */
export async function sendPrueba(
  { mailer, tienda }: Pick<Deps, 'mailer' | 'tienda'>,
  to: string,
  id: string,
): Promise<Probe> {
  const { vidriera } = (await tienda.read()).ajustes
  const texto = 'Si leés esto, los mails de tu tienda salen bien.'
  await mailer.send({
    id,
    from: nombreTienda(vidriera.nombre),
    to,
    subject: 'Prueba de correo de tu tienda',
    text: texto,
    html: `<p>${texto}</p>`,
  })
  return {
    ok: true,
    detail: `Te mandamos un mail de prueba a ${to}. Fijate que haya llegado, también en spam.`,
  }
}
