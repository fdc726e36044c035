import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import type {
  CartelDueno,
  CategoriaDueno,
  PremioDueno,
  ProductoDueno,
} from '@imprimitodo/shared/api/catalogo'
import type { Cambio, SucursalDueno, Usuario } from '@imprimitodo/shared/api/dueno'
import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { count, writeAmount } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { MEDIO_CAJA_TITLES, TIPO_A_MANO_TITLES } from '@imprimitodo/shared/rules/dinero/caja'
import { CONDICION_TITLES } from '@imprimitodo/shared/rules/dinero/factura'
import type { Auditado } from '@imprimitodo/shared/rules/gestion/auditoria'
import { ROL_TITLES } from '@imprimitodo/shared/rules/mostrador/rol'
import { CARTEL_TIPOS, typed } from './valores.ts'

/** 'precios.byn.una': the path of a value in nested settings. */
type Ruta<T, K extends keyof T = keyof T> = K extends string
  ? NonNullable<T[K]> extends readonly unknown[] | string | number | boolean
    ? K
    : `${K}.${Ruta<NonNullable<T[K]>>}`
  : never
type Menos<T, K extends keyof T> = Record<Exclude<keyof T, K>, string>

/** The name of each value, as in the form that sets it. */
const NOMBRES: {
  ajustes: Record<Ruta<Ajustes>, string>
  producto: Menos<ProductoDueno, 'id' | 'portada'>
  categoria: Menos<CategoriaDueno, 'id' | 'productos'> & { orden_productos: string }
  cartel: Menos<CartelDueno, 'id' | 'imagen'>
  premio: Menos<PremioDueno, 'id' | 'imagen' | 'porcentaje' | 'aviso'>
  sucursal: Menos<SucursalDueno, 'id'>
  usuario: Menos<Usuario, 'id'> & { contraseña: string; codigos_de_recuperacion: string }
  impresora: Record<
    keyof Pick<
      Impresora,
      | 'nombre'
      | 'sucursal'
      | 'uri'
      | 'usuario'
      | 'cuenta'
      | 'huella'
      | 'repetir_copias'
      | 'automatica'
      | 'caratula'
    >,
    string
  > & { clave: string }
} & Record<Auditado, Record<string, string>> = {
  ajustes: {
    'precios.byn.una': 'Blanco y negro, simple faz',
    'precios.byn.dos': 'Blanco y negro, doble faz',
    'precios.color.una': 'Color, simple faz',
    'precios.color.dos': 'Color, doble faz',
    'hojas.A3.byn.una': 'A3, blanco y negro, simple faz',
    'hojas.A3.byn.dos': 'A3, blanco y negro, doble faz',
    'hojas.A3.color.una': 'A3, color, simple faz',
    'hojas.A3.color.dos': 'A3, color, doble faz',
    'hojas.Oficio.byn.una': 'Oficio, blanco y negro, simple faz',
    'hojas.Oficio.byn.dos': 'Oficio, blanco y negro, doble faz',
    'hojas.Oficio.color.una': 'Oficio, color, simple faz',
    'hojas.Oficio.color.dos': 'Oficio, color, doble faz',
    color_por_hoja: 'Cobrar el color por hoja',
    anillado: 'Precio del anillado',
    descuentoCompra: 'Descuento por la web (%)',
    radioPermitido: 'Radio de envío (km)',
    precioDelivery: 'Precio del envío',
    puntos_por_peso: 'Puntos por peso',
    'cupon.primero': 'Primer cupón (%)',
    'cupon.siguientes': 'Cupones siguientes (%)',
    'ruleta.min': 'Ruleta: el menor (%)',
    'ruleta.max': 'Ruleta: el mayor (%)',
    'ruleta.pesos': 'Ruleta: probabilidad de cada valor (%)',
    'ruleta.presupuesto': 'Ruleta: tope por día',
    retencion_dias: 'Días que se guardan los archivos',
    retencion_listo_dias: 'Días que se guardan los archivos sin retirar',
    sensibilidad_color: 'Color en los escaneos',
    'limites.paginas_archivo': 'Páginas de un archivo',
    'limites.paginas_pedido': 'Páginas de un pedido',
    'limites.pedidos_abiertos': 'Pedidos sin pagar a la vez',
    'puntos_venta.por_venta': 'Puntos por venta, como mucho',
    'puntos_venta.por_cliente_dia': 'Puntos por cliente y día, como mucho',
    'promesa.minutos_anillado': 'Minutos por anillado',
    'promesa.minutos_margen': 'Minutos de margen',
    facturar_siempre: 'Facturar siempre, al entregar',
    'facturacion.ingresos_brutos': 'Ingresos brutos',
    'facturacion.inicio_actividades': 'Inicio de actividades',
    'vendedor.razon_social': 'Nombre o razón social',
    'vendedor.cuit': 'CUIT',
    'vendedor.condicion_iva': 'Condición frente al IVA',
    'vendedor.domicilio': 'Domicilio',
    'vendedor.email': 'E-mail',
    'vendedor.telefono': 'Teléfono',
    'vendedor.data_fiscal_url': 'Dirección de la Data Fiscal',
    'seguridad.exigir_segundo_factor': 'Pedir segundo factor a todos',
    'seguridad.devolucion_confirmar': 'Devoluciones que se confirman, desde más de',
    'topes.encargado.devolucion': 'Lo que devuelve un encargado sin otra persona, por pedido',
    'topes.encargado.venta': 'La venta que carga un encargado sin otra persona',
    'topes.encargado.reimpresion': 'Hojas que reimprime un encargado sin otra persona, por pedido',
    'topes.operador.devolucion': 'Lo que devuelve un operador sin otra persona, por pedido',
    'topes.operador.venta': 'La venta que carga un operador sin otra persona',
    'topes.operador.reimpresion': 'Hojas que reimprime un operador sin otra persona, por pedido',
    'topes.encargado.descuento': 'Lo que descuenta un encargado sin otra persona, por venta',
    'topes.operador.descuento': 'Lo que descuenta un operador sin otra persona, por venta',
    descuento_mostrador: 'Dar en el mostrador el descuento por la web',
    'correos.demora': 'Avisar al cliente si se demora',
    'correos.resumen': 'Resumen del día por mail',
    'whatsapp.falta_pago': 'WhatsApp: falta el pago',
    'whatsapp.presupuesto': 'WhatsApp: presupuesto',
    'whatsapp.en_marcha': 'WhatsApp: en marcha',
    'whatsapp.archivo': 'WhatsApp: problema con un archivo',
    'whatsapp.listo': 'WhatsApp: está listo',
    'whatsapp.en_camino': 'WhatsApp: va en camino',
    'whatsapp.entregado': 'WhatsApp: ya lo tiene',
    'whatsapp.cerrado': 'WhatsApp: no se va a hacer',
    redes: 'Redes',
    nombre: 'Nombre de la tienda',
    colores: 'Colores de la tienda',
    logo_id: 'Logo de la tienda',
    kit_banderas: 'Dirección del kit de banderas',
  },
  producto: {
    nombre: 'Nombre',
    texto: 'Descripción',
    importe: 'Precio',
    categoria_id: 'Categoría',
    es_oferta: 'Está en oferta',
    precio_anterior: 'Precio antes de la oferta',
    oferta_hasta: 'Último día de la oferta',
    es_impresion: 'Es una impresión o un anillado',
    video: 'Video',
    portada_id: 'Portada del video',
    orden: 'Orden',
    retirado: 'Retirado',
    imagenes: 'Fotos',
  },
  categoria: { nombre: 'Nombre', orden: 'Orden', orden_productos: 'Orden de sus productos' },
  cartel: { tipo: 'Tipo', titulo: 'Título', texto: 'Texto', orden: 'Orden', imagen_id: 'Foto' },
  premio: {
    nombre: 'Nombre',
    descripcion: 'Descripción',
    puntos_requeridos: 'Puntos que cuesta',
    es_codigo_canje: 'Son hojas gratis, como código',
    cantidad: 'Cantidad',
    valor: 'Cuánto vale',
    orden: 'Orden',
    retirado: 'Retirado',
    imagen_id: 'Foto',
  },
  sucursal: {
    nombre: 'Nombre',
    direccion: 'Dirección',
    whatsapp: 'WhatsApp',
    lat: 'Latitud',
    lng: 'Longitud',
    horario: 'Horario',
    hojas: 'Otras hojas',
  },
  usuario: {
    nombre: 'Nombre',
    email: 'E-mail',
    rol: 'Rol',
    sucursal: 'Sucursal',
    retirado: 'Retirado',
    segundo_factor: 'Segundo factor',
    contraseña: 'Contraseña',
    codigos_de_recuperacion: 'Códigos de recuperación',
  },
  impresora: {
    nombre: 'Nombre',
    sucursal: 'Sucursal',
    uri: 'Dirección',
    usuario: 'Usuario',
    clave: 'Clave',
    cuenta: 'Cuenta',
    huella: 'Huella del certificado (SHA-256)',
    repetir_copias: 'Repetir copias en el PDF',
    automatica: 'Imprime sola lo que se paga',
    caratula: 'Carátula delante de cada pedido',
  },
  agente: { nombre: 'Nombre', sucursal: 'Sucursal' },
  devolucion: {
    importe: 'Importe',
    motivo: 'Motivo',
    cancelado: 'Canceló el pedido',
    autoriza: 'Lo autorizó',
  },
  puntos: { saldo: 'Puntos', motivo: 'Motivo' },
  reimpresion: { hojas: 'Hojas que se reimprimieron', autoriza: 'Lo autorizó' },
  venta: {
    importe: 'Importe',
    puntos: 'Puntos',
    recortados: 'Puntos que el tope no dejó sumar',
    descuento: 'Descuento a mano',
    motivo: 'Motivo',
    autoriza: 'Lo autorizó',
  },
  turno: {
    sucursal: 'Sucursal',
    fondo: 'Fondo al abrir',
    tipo: 'Qué',
    importe: 'Importe',
    motivo: 'Motivo',
    medio: 'Medio',
    conteo: 'Contó antes de cerrar',
    no_alcanza: 'Quiso anotar más de lo que hay',
    cerrado: 'Cerrado',
    esperado: 'Tenía que haber',
    contado: 'Se contó',
    diferencia: 'Diferencia',
    nota: 'Qué pasó',
  },
  cuenta_corriente: {
    nombre: 'Nombre',
    documento: 'CUIT o DNI',
    condicion_iva: 'Condición frente al IVA',
    direccion: 'Domicilio',
    email: 'E-mail',
    limite: 'Límite',
    sucursal: 'Sucursal',
    suspendida: 'Suspendida',
    autorizado: 'Puede retirar',
    saldo_inicial: 'Debía al abrirla',
  },
  archivo: { estado: 'Qué pasó', paginas: 'Páginas' },
  pedido: { urgente: 'Urgente', estante: 'Estante', partes_listas: 'Trabajos listos' },
  pago: { resuelto: 'Resuelto' },
}

const OPCIONES: Record<string, Record<string, string>> = {
  tipo: { ...Object.fromEntries(CARTEL_TIPOS), ...TIPO_A_MANO_TITLES },
  'vendedor.condicion_iva': CONDICION_TITLES,
  condicion_iva: CONDICION_TITLES,
  rol: ROL_TITLES,
  medio: MEDIO_CAJA_TITLES,
}
const PESOS =
  /^(precios\..*|precioDelivery|importe|descuento|valor|fondo|esperado|contado|diferencia|limite|saldo_inicial|seguridad\.devolucion_confirmar|topes\..*\.(?!reimpresion).*)$/
const PUNTOS = /^(saldo|puntos|recortados)$/
const PUNTO_VENTA = 'facturacion.puntos_venta.'

type Hechos = Record<string, unknown>
const isRecord = (value: unknown): value is Hechos =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Each value by its path: for nested settings, the innermost values. */
const flat = (of: Hechos, before = ''): [string, unknown][] =>
  Object.entries(of).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) ? flat(value, `${before}${name}.`) : [[before + name, value]],
  )

/**
 * The lines of a change: before and after. For a created or removed thing, its values; for a change, those
 * that differ. `categorias`: the existing ones by their id.
 */
export function cambioLineasOf(
  { que, antes, despues }: Pick<Cambio, 'que' | 'antes' | 'despues'>,
  categorias: ReadonlyMap<unknown, string> = new Map(),
): { antes: string[]; despues: string[] } {
  const [was, is] = [new Map(flat(antes ?? {})), new Map(flat(despues ?? {}))]
  const isChange = antes !== null && despues !== null
  const lines = (of: Map<string, unknown>, other: Map<string, unknown>) =>
    [...of].flatMap(([path, value]) => {
      const name = nombreOf(que, path)
      const isSaid = isChange ? JSON.stringify(other.get(path)) !== JSON.stringify(value) : !isEmpty(value)
      const text = (path === 'categoria_id' && categorias.get(value)) || valorText(path, value)
      return name && isSaid ? [`${name}: ${text}`] : []
    })
  return { antes: lines(was, is), despues: lines(is, was) }
}

/** Null for a value without meaning to a reader: an id, the address of a picture. */
function nombreOf(que: Auditado, path: string): string | null {
  if (path.startsWith(PUNTO_VENTA)) return `Punto de venta de ${path.slice(PUNTO_VENTA.length)}`
  return NOMBRES[que][path] ?? null
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

function valorText(path: string, value: unknown): string {
  // The time of its removal is the change's own time
  if (path === 'retirado') return value ? 'Sí' : 'No'
  if (isEmpty(value)) return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  if (typeof value === 'number' && PUNTOS.test(path)) return writeAmount(value)
  if (typeof value === 'number') return PESOS.test(path) ? formatPesos(value) : typed(value)
  if (path === 'imagen_id' || path === 'portada_id') return 'una'
  if (Array.isArray(value))
    return path === 'imagenes' ? count(value.length, 'foto') : value.map(itemText).join('; ')
  const text = String(value)
  return path === 'facturacion.inicio_actividades' ? formatFecha(text) : (OPCIONES[path]?.[text] ?? text)
}

/** One binding and its price, one network and its address, one number. */
function itemText(item: unknown): string {
  if (!isRecord(item)) return String(item)
  if (typeof item.hasta === 'number')
    return `hasta ${count(item.hasta, 'hoja')} ${formatPesos(Number(item.precio))}`
  return Object.values(item).join(' ')
}
