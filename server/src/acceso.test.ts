// Which callers each route of the server accepts, in one table.
import { describe, expect, test } from 'vitest'
import { bearer, newCliente } from './testing/cuenta.ts'
import { routesOf } from './testing/routes.ts'
import { OWNER, type Shop, testShop } from './testing/shop.ts'

/**
 * `anyone`: no session is asked for (some need a secret of their own: an order's id, a link's token, a
 * signature). `cliente`, `mostrador`, `agente` (of a branch's print agent): that kind of bearer, and no
 * other. `cookie`: the customer's refresh cookie.
 */
type Who = 'anyone' | 'cliente' | 'mostrador' | 'agente' | 'cookie'

const TABLE: Record<string, Who> = {
  'GET /get_token_local': 'anyone',
  'GET /colores/:archivo': 'anyone',
  'GET /api/salud': 'anyone',
  'GET /api/salud/vivo': 'anyone',
  // Only from this machine, or for the owner: salud.test.ts
  'GET /metrics': 'anyone',
  'POST /api/obtener_preferencias_locales': 'anyone',
  // Needs the installation's code: gestion/instalacion/instalacion.test.ts
  'GET /api/mostrador/instalacion': 'anyone',
  'POST /api/mostrador/instalacion': 'anyone',
  // Each call brings the installation's code: gestion/respaldo/restore/restauracion.test.ts
  'POST /api/mostrador/instalacion/respaldo': 'anyone',
  'PUT /api/mostrador/instalacion/respaldo/:desde': 'anyone',
  'POST /api/mostrador/instalacion/respaldos': 'anyone',
  'POST /api/mostrador/instalacion/restaurar': 'anyone',
  'POST /api/mostrador/instalacion/restauracion': 'anyone',

  'POST /api/auth/login': 'anyone',
  'POST /api/auth/controlar_captcha': 'anyone',
  'GET /api/auth/captcha-desafio': 'anyone',
  'POST /api/auth/logout': 'anyone',
  'POST /api/logout': 'anyone',
  'POST /api/auth/refresh': 'cookie',
  'GET /api/cupones': 'cookie',
  'GET /api/auth/cliente-actual': 'cliente',

  'POST /api/cupones': 'cliente',
  'GET /api/cupones/eventos': 'cliente',
  'GET /api/ruleta': 'anyone',
  'GET /api/ruleta/rango': 'anyone',
  // Allowed by the cookie of `GET /api/ruleta`: ruleta.test.ts
  'GET /api/ruleta/jugar': 'anyone',
  'GET /api/c/:codigo': 'anyone',
  'GET /api/subir/:token': 'anyone',
  'POST /api/subir/:token': 'anyone',
  'DELETE /api/subir/:token/:subida': 'anyone',
  'GET /api/presupuestos/:token': 'anyone',
  'POST /api/presupuestos/:token/pedir': 'anyone',

  'POST /api/clientes': 'anyone',
  'GET /api/clientes/activar/:token': 'anyone',
  'POST /api/clientes/reenviar-activacion': 'anyone',
  'POST /api/clientes/recuperar': 'anyone',
  'GET /api/clientes/recuperar/:token': 'anyone',
  'POST /api/clientes/recuperar/:token': 'anyone',
  'GET /api/clientes/confirmar-correo/:token': 'anyone',
  'POST /api/clientes/confirmar-correo/:token': 'anyone',
  'GET /api/clientes/deshacer-correo/:token': 'anyone',
  'POST /api/clientes/deshacer-correo/:token': 'anyone',
  'GET /api/clientes/me': 'cliente',
  'PATCH /api/clientes/actualizar': 'cliente',
  'GET /api/clientes/pedidos': 'cliente',
  'POST /api/clientes/pedidos/:pedido_id/repetir': 'cliente',
  'GET /api/clientes/exportar': 'cliente',
  'POST /api/clientes/eliminar': 'cliente',
  'GET /api/clientes/sesiones': 'cliente',
  'POST /api/clientes/sesiones/cerrar': 'cliente',

  'GET /api/productos-canje': 'anyone',
  'GET /api/puntos/movimientos': 'cliente',
  'POST /api/puntos/canjear-producto': 'cliente',
  'POST /api/puntos/canjear-impresion': 'anyone',
  'POST /api/puntos/quitar-impresion': 'anyone',
  'GET /api/codigos-canje': 'cliente',
  'GET /api/codigos-canje/pendientes': 'cliente',
  'POST /api/codigos-canje': 'cliente',

  'POST /api/pedido_para_facturar': 'anyone',
  'POST /api/facturas/padron': 'anyone',
  'POST /api/facturar/:pedido_id': 'anyone',
  'POST /api/estado_pedido/:pedido_id': 'anyone',
  'GET /api/facturas/:id.pdf': 'anyone',

  'GET /api/v1/productos': 'anyone',
  'GET /api/v1/productos/:pk': 'anyone',
  'GET /api/vidriera': 'anyone',
  'GET /:token.pdf': 'anyone',
  'GET /imagenes/:nombre': 'anyone',
  'GET /videos/:nombre': 'anyone',
  // Pictures of the demo shop
  'GET /muestra/*': 'anyone',

  'GET /api/get_config_delivery': 'anyone',
  'GET /api/precios': 'anyone',
  'GET /api/sucursales': 'anyone',
  'POST /api/entregas/cotizar': 'anyone',
  'POST /api/arrepentimiento': 'anyone',
  'GET /manifest.webmanifest': 'anyone',
  'GET /robots.txt': 'anyone',
  'GET /compartir': 'anyone',
  'POST /compartir': 'anyone',
  'GET /sitemap.xml': 'anyone',
  'POST /api/subidas': 'anyone',
  'POST /api/subidas/*': 'anyone',
  'PATCH /api/subidas': 'anyone',
  'PATCH /api/subidas/*': 'anyone',
  'DELETE /api/subidas': 'anyone',
  'DELETE /api/subidas/*': 'anyone',
  'POST /api/upload_archivo': 'anyone',
  // Orders of the browser's cookie, and a link by mail to the order's mailbox: compra/pedidos/cliente/find.test.ts
  'GET /api/pedidos': 'anyone',
  'POST /api/pedidos/buscar': 'anyone',
  // Tells little without the customer's e-mail, account or browser: compra/pedidos/filas/acceso.test.ts
  'GET /api/pedidos/:pedido_id': 'anyone',
  'GET /api/pedidos/:pedido_id/para-pagar': 'anyone',
  'POST /api/pedidos/:pedido_id/acceso': 'anyone',
  // Only the order's owner: compra/suscripciones/suscripciones.test.ts
  'GET /api/push': 'anyone',
  'POST /api/pedidos/:pedido_id/ayuda': 'anyone',
  'POST /api/pedidos/:pedido_id/push': 'anyone',
  'DELETE /api/pedidos/:pedido_id/push': 'anyone',
  // Only the order's owner: dinero/pagos/cancel.test.ts
  'POST /api/pedidos/:pedido_id/cancelar': 'anyone',
  'GET /api/pedidos/:pedido_id/archivos/:n/miniatura.webp': 'anyone',
  'GET /api/presupuestos/:token/archivos/:n/miniatura.webp': 'anyone',
  // The file itself only from the order's owner: reposiciones.test.ts
  'GET /api/pedidos/:pedido_id/archivos/:n/reposicion': 'anyone',
  'POST /api/pedidos/:pedido_id/archivos/:n/reposicion': 'anyone',
  'POST /api/completar_compra': 'anyone',
  'POST /api/registrar_compra_sin_pago': 'anyone',
  'POST /api/crear-preferencia': 'anyone',
  'GET /api/pago-simulado/:ref': 'anyone',
  'POST /api/pago-simulado/:ref': 'anyone',
  'GET /pago/vuelta/:ref': 'anyone',
  // Allowed by the provider's signature: pagos.test.ts
  'POST /api/pagos/mercadopago': 'anyone',

  'POST /api/mostrador/ingresar': 'anyone',
  'POST /api/mostrador/recuperar': 'anyone',
  'GET /api/mostrador/recuperar/:token': 'anyone',
  'POST /api/mostrador/recuperar/:token': 'anyone',
  'GET /api/mostrador/yo': 'mostrador',
  'POST /api/mostrador/salir': 'mostrador',
  'POST /api/mostrador/confirmar': 'mostrador',
  'GET /api/mostrador/pedidos': 'mostrador',
  'GET /api/mostrador/tablero': 'mostrador',
  // Only orders of the person's branch: mostrador/tablero/varios.test.ts
  'POST /api/mostrador/varios': 'mostrador',
  'GET /api/mostrador/pedidos/:pedido_id': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/estado': 'mostrador',
  // After 8 s only operadores of all branches: mostrador/tablero/undo.test.ts
  'POST /api/mostrador/pedidos/:pedido_id/deshacer': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/sucursal': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/demora': 'mostrador',
  'GET /api/mostrador/pedidos/:pedido_id/trabajos/:id.pdf': 'mostrador',
  'GET /api/mostrador/pedidos/:pedido_id/ticket.pdf': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/reposiciones': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/reposiciones/:n/aceptar': 'mostrador',
  'GET /api/mostrador/pedidos/:pedido_id/reposiciones/:n/recibido.pdf': 'mostrador',
  'GET /api/mostrador/codigos/:codigo': 'mostrador',
  'POST /api/mostrador/codigos/:codigo/usar': 'mostrador',
  'POST /api/mostrador/ventas': 'mostrador',
  // Only the person's own recepciones: compra/recepciones/recepciones.test.ts
  'POST /api/mostrador/recepciones': 'mostrador',
  'GET /api/mostrador/recepciones/:id': 'mostrador',
  'POST /api/mostrador/recepciones/:id/cerrar': 'mostrador',
  'POST /api/mostrador/presupuestos': 'mostrador',
  'POST /api/mostrador/ventas/cotizar': 'mostrador',
  // Only the person's own sale: dinero/ventas/look.test.ts
  'GET /api/mostrador/ventas/hecha': 'mostrador',
  'GET /api/mostrador/ventas/:id/devolver': 'mostrador',
  'POST /api/mostrador/clientes/buscar': 'mostrador',
  'POST /api/mostrador/ventas/:id/pagos': 'mostrador',
  'POST /api/mostrador/ventas/:id/devolver': 'mostrador',
  'GET /api/mostrador/turnos': 'mostrador',
  'POST /api/mostrador/turnos': 'mostrador',
  'GET /api/mostrador/turnos/:id': 'mostrador',
  'POST /api/mostrador/turnos/:id/movimientos': 'mostrador',
  'POST /api/mostrador/turnos/:id/contar': 'mostrador',
  'POST /api/mostrador/turnos/:id/cerrar': 'mostrador',
  'POST /api/mostrador/movimientos/:id/medio': 'mostrador',
  'GET /api/mostrador/cuentas-corrientes': 'mostrador',
  'POST /api/mostrador/cuentas-corrientes': 'mostrador',
  'GET /api/mostrador/cuentas-corrientes/:id': 'mostrador',
  'PATCH /api/mostrador/cuentas-corrientes/:id': 'mostrador',
  'POST /api/mostrador/cuentas-corrientes/:id/autorizados': 'mostrador',
  'DELETE /api/mostrador/cuentas-corrientes/:id/autorizados/:autorizado_id': 'mostrador',
  'POST /api/mostrador/cuentas-corrientes/:id/pagos': 'mostrador',
  'GET /api/mostrador/cuentas-corrientes/:id/extracto.pdf': 'mostrador',
  'GET /api/mostrador/cuentas-corrientes/:id/movimientos.xlsx': 'mostrador',
  'GET /api/mostrador/cuentas-corrientes/:id/recibos/:movimiento_id.pdf': 'mostrador',
  'GET /api/mostrador/ajustes': 'mostrador',
  'GET /api/mostrador/para-abrir': 'mostrador',
  'PUT /api/mostrador/ajustes': 'mostrador',
  'GET /api/mostrador/eventos': 'mostrador',
  'GET /api/mostrador/salud': 'mostrador',
  'GET /api/mostrador/urgencias': 'mostrador',
  'GET /api/mostrador/facturas': 'mostrador',
  'GET /api/mostrador/pedidos/:pedido_id/comprobantes': 'mostrador',
  'POST /api/mostrador/facturas/:id/reintentar': 'mostrador',
  'GET /api/mostrador/arrepentimientos': 'mostrador',
  'GET /api/mostrador/reportes/ventas': 'mostrador',
  'GET /api/mostrador/reportes/ventas.csv': 'mostrador',
  'GET /api/mostrador/reportes/ventas.xlsx': 'mostrador',
  'GET /api/mostrador/reportes/descuentos': 'mostrador',
  'GET /api/mostrador/reportes/descuentos.csv': 'mostrador',
  'GET /api/mostrador/reportes/descuentos.xlsx': 'mostrador',
  'GET /api/mostrador/reportes/puntos': 'mostrador',
  'GET /api/mostrador/reportes/puntos.csv': 'mostrador',
  'GET /api/mostrador/reportes/puntos.xlsx': 'mostrador',
  'GET /api/mostrador/reportes/impresoras': 'mostrador',
  'GET /api/mostrador/reportes/impresoras.csv': 'mostrador',
  'GET /api/mostrador/reportes/impresoras.xlsx': 'mostrador',
  'GET /api/mostrador/reportes/caja': 'mostrador',
  'GET /api/mostrador/reportes/caja.csv': 'mostrador',
  'GET /api/mostrador/reportes/caja.xlsx': 'mostrador',
  'GET /api/mostrador/reportes/promesas': 'mostrador',
  'GET /api/mostrador/reportes/promesas.csv': 'mostrador',
  'GET /api/mostrador/reportes/promesas.xlsx': 'mostrador',
  'POST /api/mostrador/arrepentimientos/:id/atender': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/facturar': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/devolver': 'mostrador',
  'POST /api/mostrador/pagos-sin-pedido/:id/resolver': 'mostrador',
  'GET /api/mostrador/seguridad': 'mostrador',
  'GET /api/mostrador/seguridad.csv': 'mostrador',
  'GET /api/mostrador/proveedores': 'mostrador',
  'PUT /api/mostrador/proveedores/:cual': 'mostrador',
  'POST /api/mostrador/respaldo': 'mostrador',
  'POST /api/mostrador/respaldo/clave': 'mostrador',
  'POST /api/mostrador/proveedores/arca/solicitud': 'mostrador',
  'GET /api/mostrador/proveedores/arca/puntos-venta': 'mostrador',
  'POST /api/mostrador/proveedores/:cual/probar': 'mostrador',
  'PATCH /api/mostrador/pedidos/:pedido_id': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/notas': 'mostrador',
  'POST /api/mostrador/instalacion/abrir': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/tomar': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/soltar': 'mostrador',

  'GET /api/mostrador/impresoras': 'mostrador',
  'POST /api/mostrador/impresoras': 'mostrador',
  'PATCH /api/mostrador/impresoras/:id': 'mostrador',
  'DELETE /api/mostrador/impresoras/:id': 'mostrador',
  'POST /api/mostrador/impresoras/:id/huella': 'mostrador',
  'POST /api/mostrador/impresoras/:id/prueba': 'mostrador',
  'POST /api/mostrador/agentes': 'mostrador',
  'DELETE /api/mostrador/agentes/:id': 'mostrador',
  'POST /api/mostrador/agentes/:id/codigo': 'mostrador',
  'POST /api/mostrador/agentes/:id/paquete': 'mostrador',
  'GET /api/mostrador/impresiones': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/imprimir': 'mostrador',
  'GET /api/mostrador/pedidos/:pedido_id/ticket-termico': 'mostrador',
  'POST /api/mostrador/pedidos/:pedido_id/ticket-termico': 'mostrador',
  'POST /api/mostrador/impresiones/:id/resolver': 'mostrador',
  'POST /api/mostrador/impresiones/:id/confirmar': 'mostrador',
  'POST /api/mostrador/impresiones/:id/mover': 'mostrador',
  'POST /api/mostrador/impresiones/:id/cancelar': 'mostrador',

  'GET /api/mostrador/usuarios': 'mostrador',
  'POST /api/mostrador/usuarios': 'mostrador',
  'PATCH /api/mostrador/usuarios/:id': 'mostrador',
  'POST /api/mostrador/usuarios/:id/password': 'mostrador',
  'GET /api/mostrador/segundo-factor': 'mostrador',
  'POST /api/mostrador/segundo-factor/preparar': 'mostrador',
  'POST /api/mostrador/segundo-factor/activar': 'mostrador',
  'POST /api/mostrador/segundo-factor/desactivar': 'mostrador',
  'POST /api/mostrador/segundo-factor/recuperacion': 'mostrador',
  'DELETE /api/mostrador/usuarios/:id/segundo-factor': 'mostrador',
  'GET /api/mostrador/auditoria': 'mostrador',
  'GET /api/mostrador/productos': 'mostrador',
  'POST /api/mostrador/productos': 'mostrador',
  'GET /api/mostrador/productos/orden': 'mostrador',
  'PUT /api/mostrador/productos/orden': 'mostrador',
  'PATCH /api/mostrador/productos/:id': 'mostrador',
  'POST /api/mostrador/productos/:id/retirar': 'mostrador',
  'GET /api/mostrador/categorias': 'mostrador',
  'POST /api/mostrador/categorias': 'mostrador',
  'PUT /api/mostrador/categorias/orden': 'mostrador',
  'PATCH /api/mostrador/categorias/:id': 'mostrador',
  'DELETE /api/mostrador/categorias/:id': 'mostrador',
  'GET /api/mostrador/carteles': 'mostrador',
  'GET /api/mostrador/kit-banderas': 'mostrador',
  'POST /api/mostrador/carteles': 'mostrador',
  'PUT /api/mostrador/carteles/orden': 'mostrador',
  'PATCH /api/mostrador/carteles/:id': 'mostrador',
  'DELETE /api/mostrador/carteles/:id': 'mostrador',
  'DELETE /api/mostrador/kit-banderas': 'mostrador',
  'GET /api/mostrador/ruleta': 'mostrador',
  'GET /api/mostrador/premios': 'mostrador',
  'POST /api/mostrador/premios': 'mostrador',
  'PUT /api/mostrador/premios/orden': 'mostrador',
  'PATCH /api/mostrador/premios/:id': 'mostrador',
  'POST /api/mostrador/premios/:id/retirar': 'mostrador',
  'POST /api/mostrador/imagenes': 'mostrador',
  'POST /api/mostrador/videos': 'mostrador',
  'POST /api/mostrador/kit-banderas': 'mostrador',
  'GET /api/mostrador/sucursales': 'mostrador',
  'POST /api/mostrador/sucursales': 'mostrador',
  'POST /api/mostrador/sucursales/ubicar': 'mostrador',
  'PATCH /api/mostrador/sucursales/:id': 'mostrador',
  'GET /api/mostrador/clientes': 'mostrador',
  'GET /api/mostrador/clientes/:id': 'mostrador',
  'POST /api/mostrador/clientes/:id/ajuste': 'mostrador',

  // Needs the pairing code: taller/impresion/pair.test.ts
  'POST /api/agente/vincular': 'anyone',
  'GET /api/agente/tareas': 'agente',
  'POST /api/agente/autorizar': 'agente',
  'POST /api/agente/informe': 'agente',
  'GET /api/agente/documento/:sha256': 'agente',
  'POST /api/agente/computadora': 'agente',
  'GET /api/agente/programa': 'agente',
  'GET /api/agente/programa/:plataforma/:sha256': 'agente',
  // Allowed by its signed address: taller/impresion/programa/paquete.test.ts
  'GET /api/agente/paquete/:boleto': 'anyone',

  // Only from this machine, and never in production: correos.test.ts
  'GET /dev/correo': 'anyone',
  'GET /dev/correo/:id': 'anyone',
}

const of = (...who: Who[]) => Object.keys(TABLE).filter((route) => who.includes(TABLE[route] ?? 'anyone'))
const isUnsafe = (route: string) => !route.startsWith('GET ')

function call({ app }: Shop, route: string, headers: Record<string, string> = {}) {
  const [method = 'GET', path = '/'] = route.split(' ')
  const url = path
    .replace(/:n\b|:id\b/g, '1')
    .replace(/:\w+/g, 'desconocido')
    .replace('*', 'desconocido')
  return app.inject({ method: method as 'GET', url, headers })
}

test('every route is in the table, and nothing else', async () => {
  const { app } = await testShop()
  const routes = (await routesOf(app)).filter((route) => route !== 'GET /*') // the web's files, if built
  expect(routes.toSorted()).toEqual(Object.keys(TABLE).toSorted())
})

describe('without a session', () => {
  test('a route that needs one answers 401 {detail} and says nothing else', async () => {
    const shop = await testShop()
    for (const route of of('cliente', 'mostrador', 'agente', 'cookie')) {
      const answer = await call(shop, route)
      expect(answer.statusCode, String(route)).toBe(401)
      expect(Object.keys(answer.json()), String(route)).toEqual(['detail'])
    }
  })

  test('other routes do not answer 401', async () => {
    const shop = await testShop()
    for (const route of of('anyone')) {
      // A notification without its signature is the only other 401
      if (route === 'POST /api/pagos/mercadopago') continue
      const { statusCode } = await call(shop, route)
      expect([route, statusCode === 401, statusCode >= 500]).toEqual([route, false, false])
    }
  })
})

describe('a bearer', () => {
  test('of a customer opens the customers’ calls alone', async () => {
    const shop = await testShop()
    const { access } = await newCliente(shop)
    for (const route of of('mostrador', 'agente'))
      expect((await call(shop, route, bearer(access))).statusCode, String(route)).toBe(401)
    // Deleting the account would end the session; without a password it is refused
    for (const route of of('cliente')) {
      if (route === 'GET /api/cupones/eventos') continue // a stream, which does not end: cupones.test.ts
      const { statusCode } = await call(shop, route, bearer(access))
      expect([route, statusCode === 401 || statusCode === 403 || statusCode >= 500]).toEqual([route, false])
    }
  })

  test('of the counter opens the counter’s calls alone', async () => {
    const shop = await testShop()
    const { access } = (await shop.post('/api/mostrador/ingresar', OWNER)).json()
    for (const route of of('cliente', 'cookie', 'agente'))
      expect((await call(shop, route, bearer(access))).statusCode, String(route)).toBe(401)
    expect((await call(shop, 'GET /api/mostrador/ajustes', bearer(access))).statusCode).toBe(200)
  })

  test('that is damaged, of another shop, or in another place opens nothing', async () => {
    const shop = await testShop()
    const { access, refresh } = await newCliente(shop)
    const other = await newCliente(await testShop())
    const url = '/api/clientes/me'
    for (const headers of [
      { authorization: access },
      { authorization: `Basic ${access}` },
      { authorization: `Bearer ${access}x` },
      { authorization: 'Bearer ' },
      bearer(other.access),
      bearer(refresh),
      { cookie: `access=${access}` },
      { cookie: `refresh=${refresh}` },
    ] as Record<string, string>[])
      expect((await shop.get(url, headers)).statusCode, String(headers)).toBe(401)
    expect((await shop.get(`${url}?access=${access}`)).statusCode).toBe(401)
    expect((await shop.get(url, { authorization: `bearer ${access}` })).statusCode).toBe(200)
  })
})

const OTHER_SITES: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]

/**
 * Files shared by another app come from no page: the call keeps nothing and redirects to step 1
 * (sitio.test.ts).
 */
const SHARED = 'POST /compartir'

describe('another site’s page', () => {
  test('makes no unsafe call, nor any that a cookie would authorise', async () => {
    const shop = await testShop()
    const { access, refresh } = await newCliente(shop)
    const own = { ...bearer(access), cookie: `refresh=${refresh}` }
    const { authorization: _, ...cookieOnly } = own
    const some = Object.keys(TABLE).filter((key) => isUnsafe(key) || TABLE[key] === 'cookie')
    for (const route of some.filter((key) => key !== SHARED))
      for (const other of OTHER_SITES) {
        const headers: Record<string, string> = {
          ...(TABLE[route] === 'cookie' ? cookieOnly : own),
          ...other,
        }
        expect((await call(shop, route, headers)).statusCode, String(route)).toBe(403)
      }
    expect((await shop.get('/api/clientes/me', own)).statusCode).toBe(200)
  })

  test('cannot read an answer: no route tells a browser to share it', async () => {
    const shop = await testShop()
    for (const route of Object.keys(TABLE)) {
      const { headers } = await call(shop, route)
      // Uploads in parts may be read by other sites: they answer only offsets
      if (!route.includes('/api/subidas')) expect(headers['access-control-allow-origin']).toBeUndefined()
      expect([route, headers['access-control-allow-credentials']]).toEqual([route, undefined])
    }
  })
})

test('a wrong CSRF token is refused by every unsafe call', async () => {
  const shop = await testShop()
  const { access } = await newCliente(shop)
  for (const route of Object.keys(TABLE).filter(isUnsafe)) {
    const headers = { ...bearer(access), 'x-csrftoken': 'mal', cookie: 'csrftoken=bien' }
    expect((await call(shop, route, headers)).statusCode, String(route)).toBe(403)
  }
})

test('every answer of the API stays out of caches unless it says otherwise, and cannot be sniffed or framed', async () => {
  const shop = await testShop()
  // Uploads in parts answer offsets, outside of Fastify's hooks
  for (const route of Object.keys(TABLE).filter((key) => / \/api\/(?!subidas)/.test(key))) {
    const { headers } = await call(shop, route)
    // The shop window is public: caches revalidate it each time, and get 304
    const kept = route === 'GET /api/v1/productos' ? /^no-cache$/ : /no-store|private/
    expect([route, headers['cache-control']]).toEqual([route, expect.stringMatching(kept)])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
  }
})
