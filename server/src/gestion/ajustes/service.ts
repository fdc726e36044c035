import type { Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { type CualColores, DEFAULT_COLORES } from '@imprimitodo/shared/rules/base/colores'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { DEFAULT_LIMITES_PAGINAS } from '@imprimitodo/shared/rules/compra/archivo'
import { OTRAS_HOJAS, type OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import {
  DEFAULT_DESCUENTO_COMPRA,
  DEFAULT_TARIFAS,
  type ListaPrecios,
  type PreciosHoja,
  type PreciosHojas,
  SIN_PRECIOS,
  type Tarifas,
  tarifasDe,
} from '@imprimitodo/shared/rules/compra/precio'
import { DEFAULT_TIEMPO } from '@imprimitodo/shared/rules/compra/promesa'
import { SIN_ABRIR } from '@imprimitodo/shared/rules/gestion/apertura'
import { DEFAULT_PLANTILLAS, PLANTILLAS } from '@imprimitodo/shared/rules/mostrador/plantilla'
import { type CualTope, isTopeDePesos, type Tope, type Topes } from '@imprimitodo/shared/rules/mostrador/rol'
import { DEFAULT_SENSIBILIDAD } from '@imprimitodo/shared/rules/taller/tinta'
import type { Queryable, Tx } from '../../base/db/open.ts'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps, Sucursal, Tienda } from '../../base/runtime/deps.ts'
import type { Kept } from '../../base/runtime/kept.ts'
import { findAjustes, insertAjustes, lockAjustes, updateAjustes } from './store.ts'

export { pasosToOpen } from './para-abrir.ts'
export { findAjustes, insertAjustes, markAbierta } from './store.ts'

/** A made-up seller: a number that passes the check digit, and a domain that no mail reaches. */
const VENDEDOR_DE_EJEMPLO = {
  razon_social: 'ImprimiTodo',
  cuit: '20123456786',
  condicion_iva: 'MT',
  domicilio: 'Av. San Martín 512, Juan Bautista Alberdi, Tucumán',
  email: 'hola@imprimitodo.local',
  telefono: '3865 47-1200',
  data_fiscal_url: null,
} as const

/** Whether a fact of the seller that the law demands (Res. 270/2020) is still made up. */
export const isVendedorDeEjemplo = ({ vidriera: { vendedor } }: AjustesValores): boolean =>
  vendedor.cuit === VENDEDOR_DE_EJEMPLO.cuit || vendedor.email === VENDEDOR_DE_EJEMPLO.email

const eachTope = (of: (cual: CualTope) => number | null): Tope => ({
  devolucion: of('devolucion'),
  descuento: of('descuento'),
  venta: of('venta'),
  reimpresion: of('reimpresion'),
})
const SIN_TOPES = eachTope(() => null)

export const DEFAULT_AJUSTES: AjustesValores = {
  ...DEFAULT_TARIFAS,
  descuentoCompra: DEFAULT_DESCUENTO_COMPRA,
  radioPermitido: 5,
  precioDelivery: 2000_00,
  puntos_por_peso: 1,
  cupon: { primero: 10, siguientes: 5 },
  ruleta: { min: 2, max: 8 },
  retencion_dias: 7,
  retencion_listo_dias: 60,
  sensibilidad_color: DEFAULT_SENSIBILIDAD,
  limites: { ...DEFAULT_LIMITES_PAGINAS, pedidos_abiertos: 10 },
  puntos_venta: { por_venta: 200_000, por_cliente_dia: 200_000 },
  promesa: DEFAULT_TIEMPO,
  vidriera: {
    redes: [
      { nombre: 'Instagram', url: 'https://www.instagram.com/imprimitodo' },
      { nombre: 'Facebook', url: 'https://www.facebook.com/imprimitodo' },
    ],
    kit_banderas: 'kit-banderas',
    vendedor: VENDEDOR_DE_EJEMPLO,
  },
  facturar_siempre: false,
  facturacion: {
    puntos_venta: {},
    ingresos_brutos: VENDEDOR_DE_EJEMPLO.cuit,
    inicio_actividades: '2015-03-01',
  },
  seguridad: { exigir_segundo_factor: false, devolucion_confirmar: 20_000_00 },
  descuento_mostrador: false,
  topes: {
    encargado: { ...SIN_TOPES, descuento: 10_000_00 },
    operador: { ...SIN_TOPES, descuento: 1_500_00 },
  },
  correos: { demora: true, resumen: false },
  whatsapp: DEFAULT_PLANTILLAS,
}

/**
 * Settings of a new production shop: facts that only its owner knows are empty, and shown nowhere until
 * filled.
 */
export const AJUSTES_SIN_LLENAR: AjustesValores = {
  ...DEFAULT_AJUSTES,
  byn: null,
  color: null,
  anillado: [],
  vidriera: {
    redes: [],
    kit_banderas: DEFAULT_AJUSTES.vidriera.kit_banderas,
    vendedor: {
      razon_social: null,
      cuit: null,
      condicion_iva: null,
      domicilio: null,
      email: null,
      telefono: null,
      data_fiscal_url: null,
    },
  },
  facturacion: { puntos_venta: {}, ingresos_brutos: null, inicio_actividades: null },
}

/**
 * The owner's name for the shop; '' or undefined: none of their own. If it cannot be read now, the last known
 * one.
 */
export async function nombreElegido(tienda: Kept<Tienda>): Promise<string | undefined> {
  const known = await tienda.read().catch(() => tienda.last())
  return known?.ajustes.vidriera.nombre
}

/** The colours of customers' pages and mails. */
export const coloresOf = ({ vidriera }: Pick<AjustesValores, 'vidriera'>): CualColores =>
  vidriera.colores ?? DEFAULT_COLORES

/** Since when customers can buy; null: the shop is not opened yet. */
export const readAbierta = async (db: Queryable): Promise<Date | null> =>
  (await findAjustes(db))?.abierta ?? null

/** @throws 503 while customers cannot pay: the shop is not opened yet, or no payment provider is connected */
export async function needAbierta({ tienda, payments }: Pick<Deps, 'tienda' | 'payments'>): Promise<void> {
  const { abierta } = await tienda.read()
  if (!abierta || payments.current.isMissing) throw refuse(503, SIN_ABRIR, 'sin_abrir')
}

/** The owner's settings as they are now, prices in centavos. */
export const readAjustes = async (db: Queryable): Promise<AjustesValores> =>
  withDefaults((await findAjustes(db))?.valores)

/** Settings that were saved before a key existed lack that key. */
const withDefaults = (valores: Partial<AjustesValores> = {}): AjustesValores => ({
  ...DEFAULT_AJUSTES,
  ...valores,
  limites: { ...DEFAULT_AJUSTES.limites, ...valores.limites },
  topes: mergeTopes(DEFAULT_AJUSTES.topes, valores.topes),
  correos: { ...DEFAULT_AJUSTES.correos, ...valores.correos },
  whatsapp: namedByMark({ ...DEFAULT_AJUSTES.whatsapp, ...valores.whatsapp }),
})

/** Texts that were saved before the shop could have a name of its own contain ours. */
function namedByMark(saved: AjustesValores['whatsapp']): AjustesValores['whatsapp'] {
  const named = { ...saved }
  for (const cual of PLANTILLAS)
    named[cual] = saved[cual].replaceAll('imprimitodo {sucursal}', '{tienda} {sucursal}')
  return named
}

/** `change` gets the current settings, locked, and returns the new ones. */
export async function writeAjustes(
  tx: Tx,
  now: Date,
  change: (current: AjustesValores) => AjustesValores,
): Promise<AjustesValores> {
  await insertAjustes(tx, DEFAULT_AJUSTES)
  const valores = change(withDefaults((await lockAjustes(tx))?.valores))
  await updateAjustes(tx, valores, now)
  return valores
}

/** Paper beside A4 that a branch prints on: turned on there, and with a price. */
export const precioHojasOf = (
  { hojas: precios = {} }: ListaPrecios,
  { hojas }: Pick<Sucursal, 'hojas'>,
): OtraHoja[] => OTRAS_HOJAS.filter((nombre) => hojas.includes(nombre) && precios[nombre])

/** Paper that at least one branch prints on, with its prices. */
export function otrasHojas({ ajustes, sucursales }: Pick<Tienda, 'ajustes' | 'sucursales'>): PreciosHojas {
  const sold = new Set(sucursales.flatMap((sucursal) => precioHojasOf(ajustes, sucursal)))
  return Object.fromEntries(
    Object.entries(ajustes.hojas ?? {}).filter(([nombre]) => [...sold].some((one) => one === nombre)),
  )
}

/** The prices for a quote now. @throws 503 until the owner has filled them */
export function needTarifas(lista: ListaPrecios): Tarifas {
  const tarifas = tarifasDe(lista)
  if (!tarifas) throw refuse(503, SIN_PRECIOS, 'sin_abrir')
  return tarifas
}

/** The settings on the wire, in pesos. */
export function ajustesAnswer(valores: AjustesValores): Ajustes {
  const {
    byn,
    color,
    anillado,
    hojas = {},
    precioDelivery,
    vidriera,
    seguridad,
    topes,
    ruleta,
    ...rest
  } = valores
  const pair = (prices: ListaPrecios['byn']) =>
    prices && { una: toPesos(prices.una), dos: toPesos(prices.dos) }
  return {
    ...rest,
    precios: { byn: pair(byn), color: pair(color) },
    hojas: hojasAnswer(hojas),
    anillado: anillado.map(({ hasta, precio }) => ({ hasta, precio: toPesos(precio) })),
    precioDelivery: toPesos(precioDelivery),
    ruleta: { ...ruleta, pesos: ruleta.pesos ?? null, presupuesto: ruleta.presupuesto ?? null },
    seguridad: { ...seguridad, devolucion_confirmar: toPesos(seguridad.devolucion_confirmar) },
    topes: mapTopes(topes, toPesos),
    ...vidriera,
    nombre: vidriera.nombre ?? '',
    colores: coloresOf({ vidriera }),
    logo_id: vidriera.logo_id ?? null,
  }
}

/** `amount`: applied to limits that are money. */
function mapTopes({ encargado, operador }: Topes, amount: (one: number) => number): Topes {
  const one = (tope: Tope): Tope =>
    eachTope((cual) => {
      const of = tope[cual] ?? null // saved before there was this limit
      return of !== null && isTopeDePesos(cual) ? amount(of) : of
    })
  return { encargado: one(encargado), operador: one(operador) }
}

/** Absent keys of `change` stay, each limit by itself. */
function mergeTopes(topes: Topes, change: AjustesChange['topes'] = {}): Topes {
  const merged = (rol: keyof Topes) =>
    eachTope((cual) => {
      const sent = change[rol]?.[cual]
      return sent === undefined ? topes[rol][cual] : sent
    })
  return { encargado: merged('encargado'), operador: merged('operador') }
}

/** On the wire: pesos. */
export const hojasAnswer = (hojas: PreciosHojas): Ajustes['hojas'] => mapHojas(hojas, toPesos)

const mapHojas = (hojas: PreciosHojas, amount: (one: number) => number): PreciosHojas =>
  Object.fromEntries(
    Object.entries(hojas).map(([nombre, { byn, color }]) => {
      const pair = ({ una, dos }: PreciosHoja['byn']) => ({ una: amount(una), dos: amount(dos) })
      return [nombre, { byn: pair(byn), color: pair(color) }]
    }),
  )

/** Absent paper keeps its prices, null removes them. */
function hojasFrom(current: PreciosHojas = {}, sent: NonNullable<AjustesChange['hojas']>): PreciosHojas {
  const kept = OTRAS_HOJAS.flatMap((nombre) => {
    const precios =
      sent[nombre] === undefined
        ? current[nombre]
        : sent[nombre] && mapHojas({ [nombre]: sent[nombre] }, toCentavos)[nombre]
    return precios ? [[nombre, precios] as const] : []
  })
  return Object.fromEntries(kept)
}

/** An absent branch keeps its point of sale, null takes it away. */
function puntosVentaFrom(
  current: Record<string, number>,
  sent: Record<string, number | null> = {},
): Record<string, number> {
  const merged = Object.entries({ ...current, ...sent })
  return Object.fromEntries(merged.flatMap(([nombre, punto]) => (punto === null ? [] : [[nombre, punto]])))
}

/** The reverse; absent keys keep their value. */
export function ajustesFrom(current: AjustesValores, sent: AjustesChange): AjustesValores {
  const {
    precios,
    hojas,
    anillado,
    precioDelivery,
    cupon,
    ruleta,
    promesa,
    limites,
    puntos_venta,
    vendedor,
    redes,
    kit_banderas,
    nombre,
    colores,
    logo_id,
    seguridad,
    topes,
    correos,
    whatsapp,
    facturacion,
    ...rest
  } = sent
  const confirmar = seguridad?.devolucion_confirmar
  const pair = (kept: ListaPrecios['byn'], prices?: { una?: number; dos?: number }) =>
    prices
      ? {
          una: prices.una === undefined ? (kept?.una ?? Number.NaN) : toCentavos(prices.una),
          dos: prices.dos === undefined ? (kept?.dos ?? Number.NaN) : toCentavos(prices.dos),
        }
      : kept
  return {
    ...current,
    ...rest,
    byn: pair(current.byn, precios?.byn),
    color: pair(current.color, precios?.color),
    ...(hojas && { hojas: hojasFrom(current.hojas, hojas) }),
    cupon: { ...current.cupon, ...cupon },
    ruleta: { ...current.ruleta, ...ruleta },
    promesa: { ...current.promesa, ...promesa },
    limites: { ...current.limites, ...limites },
    puntos_venta: { ...current.puntos_venta, ...puntos_venta },
    topes: mapTopes(mergeTopes(mapTopes(current.topes, toPesos), topes), toCentavos),
    correos: { ...current.correos, ...correos },
    whatsapp: { ...current.whatsapp, ...whatsapp },
    facturacion: {
      ...current.facturacion,
      ...facturacion,
      puntos_venta: puntosVentaFrom(current.facturacion.puntos_venta, facturacion?.puntos_venta),
    },
    ...(anillado && {
      anillado: anillado.map(({ hasta, precio }) => ({ hasta, precio: toCentavos(precio) })),
    }),
    ...(precioDelivery !== undefined && { precioDelivery: toCentavos(precioDelivery) }),
    seguridad: {
      ...current.seguridad,
      ...seguridad,
      ...(confirmar !== undefined && { devolucion_confirmar: toCentavos(confirmar) }),
    },
    vidriera: {
      ...current.vidriera,
      vendedor: { ...current.vidriera.vendedor, ...vendedor },
      ...(redes && { redes }),
      ...(nombre !== undefined && { nombre }),
      ...(colores && { colores }),
      ...(logo_id !== undefined && { logo_id }),
      ...(kit_banderas !== undefined && { kit_banderas }),
    },
  }
}
