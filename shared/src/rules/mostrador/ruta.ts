import { pathPattern } from '../vidriera/path-pattern.ts'

/** The addresses of the counter's screens. */
export const RUTAS_DEL_MOSTRADOR = [
  '/mostrador',
  '/mostrador/ingresar',
  '/mostrador/instalar',
  '/mostrador/restaurar',
  '/mostrador/recuperar',
  '/mostrador/recuperar/:token',
  '/mostrador/pedidos/:id',
  '/mostrador/escanear',
  '/mostrador/impresoras',
  '/mostrador/impresoras/agentes/:id',
  '/mostrador/nuevo',
  '/mostrador/ventas',
  '/mostrador/caja',
  '/mostrador/caja/:id',
  '/mostrador/caja/:id/contar',
  '/mostrador/reportes',
  '/mostrador/comprobantes',
  '/mostrador/arrepentimientos',
  '/mostrador/salud',
  '/mostrador/cuenta',
  '/mostrador/cuentas-corrientes',
  '/mostrador/cuentas-corrientes/:id',
  '/mostrador/ajustes',
  '/mostrador/proveedores',
  '/mostrador/dueno',
  '/mostrador/dueno/para-abrir',
  '/mostrador/dueno/catalogo',
  '/mostrador/dueno/premios',
  '/mostrador/dueno/sucursales',
  '/mostrador/dueno/negocio',
  '/mostrador/dueno/personas',
  '/mostrador/dueno/clientes',
  '/mostrador/dueno/clientes/:id',
  '/mostrador/dueno/cambios',
  '/mostrador/dueno/seguridad',
] as const

const PATTERNS = RUTAS_DEL_MOSTRADOR.map(pathPattern)

export const isRutaDelMostrador = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path))
