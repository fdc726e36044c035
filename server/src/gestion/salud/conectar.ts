// The owner connects a provider on the screen, and tries whether it works. What was typed is never told again.
import { conexionProblems, isConectable, type ValoresConexion } from '@imprimitodo/shared/rules/conexion'
import { notFound, Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Probe } from '../../base/services/probe.ts'
import { anotar, type Quien } from '../auditoria/service.ts'

const DE_ENTORNO =
  'Esto se configura en el servidor, con variables de entorno: mientras estén puestas, acá no se cambia.'

/**
 * What is left out stays as it is; null disconnects. This process works with it from the answer on, the others at once.
 * @throws 400 {clave: [..]}, 404, 409
 */
export async function conectar(
  { db, now, conexiones }: Pick<Deps, 'db' | 'now' | 'conexiones'>,
  quien: Quien,
  cual: string,
  typed: ValoresConexion | null,
): Promise<void> {
  if (!isConectable(cual)) throw notFound('Eso no se conecta desde acá.')
  if (conexiones.deEntorno(cual)) throw refuse(409, DE_ENTORNO)
  await db.transaction(async (tx) => {
    const { valores: before } = await conexiones.read(tx, cual)
    const after = typed && withoutBlanks({ ...before, ...withoutBlanks(typed) })
    if (after) {
      const problems = Object.entries(conexionProblems(cual, after))
      if (problems.length > 0)
        throw new Refusal(400, Object.fromEntries(problems.map(([clave, message]) => [clave, [message]])))
    }
    await conexiones.write(tx, cual, after)
    const changed = Object.keys(after ?? before ?? {}).filter((clave) => after?.[clave] !== before?.[clave])
    await anotar(tx, quien, now(), {
      ...{ que: 'ajustes', clave: cual, nombre: NOMBRES[cual] },
      // Which ones, not what they are
      ...{ accion: 'cambiar', despues: { conectado: after !== null, datos_cambiados: changed.join(', ') } },
    })
  })
  await conexiones.reload()
}

const NOMBRES = { mercadopago: 'Conexión con Mercado Pago', correo: 'Conexión del correo' }

const withoutBlanks = (valores: ValoresConexion): ValoresConexion =>
  Object.fromEntries(
    Object.entries(valores).flatMap(([clave, text]) => (text.trim() ? [[clave, text.trim()]] : [])),
  )

/** A mail to who asks, through the server that is connected. */
export async function mandarPrueba({ mailer }: Pick<Deps, 'mailer'>, to: string, id: string): Promise<Probe> {
  const texto = 'Si leés esto, los mails de tu tienda salen bien.'
  await mailer.send({
    id,
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
