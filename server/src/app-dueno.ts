// What is the owner's alone: the hook of roles.ts lets no one else in.
import { catalogoApi } from '@imprimitodo/shared/api/catalogo'
import { auditoriaApi, clientesDuenoApi, sucursalesApi, usuariosApi } from '@imprimitodo/shared/api/dueno'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseField } from './base/http/errors.ts'
import { serve } from './base/http/serve.ts'
import type { Deps } from './base/runtime/deps.ts'
import { ajustarPuntos, buscarClientes, fichaDe } from './cuentas/clientes/mostrador.ts'
import { cambiarPremio, nuevoPremio, premiosDueno, retirarPremio } from './fidelidad/puntos/premios.ts'
import { keyOf } from './fidelidad/puntos/ventas.ts'
import { cambios } from './gestion/auditoria/mostrador.ts'
import { cambiarSucursal, nuevaSucursal, sucursalesDueno } from './gestion/sucursales/mostrador.ts'
import type { Guesses } from './mostrador/acceso/guesses.ts'
import type { Sesiones } from './mostrador/acceso/sesion.ts'
import { quitarSegundoFactor } from './mostrador/acceso/totp-cuenta.ts'
import {
  cambiarPassword,
  cambiarUsuario,
  crearUsuario,
  usuario,
  usuarios,
} from './mostrador/acceso/usuarios.ts'
import { addImagen, imagenUrl } from './vidriera/imagenes/service.ts'
import * as vidriera from './vidriera/productos/mostrador.ts'
import type { Catalogo } from './vidriera/productos/service.ts'

const PICTURE = { budget: 'picture', largeBody: 'A picture as a camera makes it.' } as const
const MAX_IMAGEN_BYTES = 26_000_000 // one that is a little too large is told so in the picture's own words

export function duenoRoutes(
  counter: FastifyInstance,
  base: Deps,
  sesiones: Sesiones,
  { catalogo, guesses }: { catalogo: Catalogo; guesses: Guesses },
): void {
  const deps = { ...base, catalogo }
  const quien = ({ request }: { request: FastifyRequest }) => sesiones.of(request).operador
  const around = ({ request }: { request: FastifyRequest }) => ({ request, quien: quien({ request }) })

  serve(counter, usuariosApi, {
    'GET /api/mostrador/usuarios': () => usuarios(deps),
    'POST /api/mostrador/usuarios': (call) =>
      crearUsuario(deps, around(call), { ...call.body, password: call.body.password || null }),
    'PATCH /api/mostrador/usuarios/:id': (call) =>
      cambiarUsuario(deps, around(call), call.params.id, call.body),
    'POST /api/mostrador/usuarios/:id/password': async (call) => {
      const { id } = call.params
      const isOwn = id === quien(call).id
      if (isOwn && !(await guesses.passPassword(call, id, call.body?.actual ?? '')))
        throw refuseField('actual', 'Esa no es tu contraseña actual.')
      const changed = await cambiarPassword(deps, around(call), id, call.body?.password || null)
      guesses.forget(id, (await usuario(deps, id)).email)
      return changed
    },
    'DELETE /api/mostrador/usuarios/:id/segundo-factor': async (call) => {
      await quitarSegundoFactor(deps, around(call), call.params.id)
      return usuario(deps, call.params.id)
    },
  })

  serve(counter, auditoriaApi, { 'GET /api/mostrador/auditoria': ({ query }) => cambios(deps, query) })

  serve(counter, catalogoApi, {
    'GET /api/mostrador/productos': () => vidriera.productosDueno(deps.db),
    'POST /api/mostrador/productos': (call) => vidriera.nuevoProducto(deps, quien(call), call.body),
    'PATCH /api/mostrador/productos/:id': (call) =>
      vidriera.cambiarProducto(deps, quien(call), call.params.id, call.body),
    'POST /api/mostrador/productos/:id/retirar': (call) =>
      vidriera.retirarProducto(deps, quien(call), call.params.id, call.body.retirado),
    'GET /api/mostrador/categorias': () => vidriera.categoriasDueno(deps.db),
    'POST /api/mostrador/categorias': (call) => vidriera.nuevaCategoria(deps, quien(call), call.body),
    'PATCH /api/mostrador/categorias/:id': (call) =>
      vidriera.cambiarCategoria(deps, quien(call), call.params.id, call.body),
    'DELETE /api/mostrador/categorias/:id': async (call) => {
      await vidriera.borrarCategoria(deps, quien(call), call.params.id)
      return {}
    },
    'GET /api/mostrador/carteles': () => vidriera.cartelesDueno(deps.db),
    'POST /api/mostrador/carteles': (call) => vidriera.nuevoCartel(deps, quien(call), call.body),
    'PATCH /api/mostrador/carteles/:id': (call) =>
      vidriera.cambiarCartel(deps, quien(call), call.params.id, call.body),
    'DELETE /api/mostrador/carteles/:id': async (call) => {
      await vidriera.borrarCartel(deps, quien(call), call.params.id)
      return {}
    },
    'GET /api/mostrador/premios': () => premiosDueno(deps.db),
    'POST /api/mostrador/premios': (call) => nuevoPremio(deps, quien(call), call.body),
    'PATCH /api/mostrador/premios/:id': (call) => cambiarPremio(deps, quien(call), call.params.id, call.body),
    'POST /api/mostrador/premios/:id/retirar': (call) =>
      retirarPremio(deps, quien(call), call.params.id, call.body.retirado),
  })

  serve(counter, sucursalesApi, {
    'GET /api/mostrador/sucursales': () => sucursalesDueno(deps),
    'POST /api/mostrador/sucursales': (call) => nuevaSucursal(deps, quien(call), call.body),
    'PATCH /api/mostrador/sucursales/:id': (call) =>
      cambiarSucursal(deps, quien(call), call.params.id, call.body),
  })

  serve(counter, clientesDuenoApi, {
    'GET /api/mostrador/clientes': ({ query }) => buscarClientes(deps, query.texto),
    'GET /api/mostrador/clientes/:id': ({ params }) => fichaDe(deps, params.id),
    'POST /api/mostrador/clientes/:id/ajuste': (call) =>
      ajustarPuntos(
        deps,
        quien(call),
        call.params.id,
        call.body,
        keyOf(call.request.headers['idempotency-key']),
      ),
  })

  // The bytes as they are, in a scope of their own: no other call takes them
  counter.register((pictures, _, ready) => {
    const parser = { parseAs: 'buffer' as const, bodyLimit: MAX_IMAGEN_BYTES }
    pictures.addContentTypeParser(/^image\//, parser, (_request, body, done) => done(null, body))
    pictures.post(
      '/api/mostrador/imagenes',
      { bodyLimit: MAX_IMAGEN_BYTES, config: PICTURE },
      async ({ body }) => {
        if (!Buffer.isBuffer(body)) throw refuse(415, 'Mandá la imagen como image/jpeg, png, webp o avif.')
        const imagen_id = await addImagen(deps, body)
        return { imagen_id, imagen: imagenUrl(imagen_id) }
      },
    )
    ready()
  })
}
